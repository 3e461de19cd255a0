// Shows pictures that were made with the page: steps, film, keys, copying.

let timer = 0, choosing = 0;

/** @type {(which: number, place?: string) => Promise<void>} */
const choose = async (which, place) => {
  const turn = ++choosing;
  if (which !== number) {
    halt();
    const found = await unpacked(which);
    if (turn !== choosing) return;
    take(found, which);
    showHead();
    byId("bar").hidden = !Object.values(game.notes).some((note) => note.chances);
    byId("show").classList.toggle("barred", !byId("bar").hidden);
    byId("show").classList.toggle("bare", !Object.keys(game.notes).length && !Object.keys(game.variations).length);
    layOut();
    listMoves();
    makeCurves();
    makeReview();
    markGame();
    at = 0;
  }
  go(place ? plyAt(place) : 0);
};

/** Follow the address of the page: #g2, #g2.5, #g2.5.12, #g2.v340 */
const followAddress = () => {
  const match = /^#g(\d{1,9})(?:\.(v?\d{1,9}(?:\.\d{1,9})?))?$/.exec(location.hash);
  const which = match ? Number(match[1]) : 1;
  return choose(which >= 1 && which <= games.length ? which : 1, match ? match[2] : undefined);
};

/** Show a ply. @type {(ply: number) => void} */
const go = (ply) => {
  const near = ply !== at && trunk(ply) - trunk(at) <= 1;
  at = ply;
  drawPly(ply, near);
  drawBar();
  showMove();
  showLoss();
  moveCursors();
  markMove();
  button("first").disabled = button("back").disabled = ply === 0;
  button("last").disabled = button("next").disabled = following(ply) === ply;
  if (location.hash !== "#" + placeOf(ply)) try { history.replaceState(null, "", "#" + placeOf(ply)); } catch { /* limited by the browser */ }
};

/** @type {(id: string) => HTMLButtonElement} */
const button = (id) => /** @type {HTMLButtonElement} */ (byId(id));

// The film

const halt = () => {
  clearInterval(timer);
  timer = 0;
  byId("play").setAttribute("aria-pressed", "false");
};
/** Return the next ply that the film shows. @type {(ply: number) => number} */
const filmStep = (ply) => {
  const kind = input("film").value, acts = game.acts.length ? new Set(game.acts) : null;
  /** @type {(next: number) => boolean} */
  const shows = (next) => {
    if (kind === "unplanned") return game.phases[next] !== "plan";
    if (kind === "acts") return acts ? acts.has(next) : game.seats[next] !== "#";
    return true;
  };
  let next = following(ply);
  while (following(next) !== next && !shows(next)) next = following(next);
  return next;
};
const play = () => {
  if (timer) return halt();
  if (following(at) === at) go(0);
  byId("play").setAttribute("aria-pressed", "true");
  timer = setInterval(() => {
    const next = filmStep(at);
    if (next !== at) go(next);
    if (following(at) === at) halt();
  }, Number(input("pace").value));
};

// Copy and download

/** @type {(text: string) => void} */
const say = (text) => { byId("done").textContent = text; };
/** @type {(text: string, what: string) => Promise<void>} */
const copy = async (text, what) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // no permission, or not a secure page
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    if (!copied) { say(text); return; }
  }
  say(what + " copied");
};
/** @type {(text: string, name: string) => void} */
const download = (text, name) => {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-pvn" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  say(name + " saved");
};
const downloadAll = async () => {
  const texts = [];
  for (let which = 1; which <= games.length; which++) texts.push((await unpacked(which)).pvn);
  download(texts.join("\n"), "games.pvn");
};

// Keys and buttons

/** @type {Record<string, () => number>} */
const KEYS = {
  ArrowLeft: () => (at ? parentOf(at) : 0), ArrowRight: () => following(at), Home: () => 0, End: lineEnd,
  "[": () => byRound(-1), "]": () => byRound(1), Escape: () => trunk(at),
  v: () => { const all = alternatives(at); return all[(all.indexOf(at) + 1) % all.length]; },
  m: () => nextMark(0), M: () => nextMark(2),
};
const POPUPS = ["more", "list"];
/** Close the popups, but for the one that was clicked. @type {(clicked: Element | null) => void} */
const closePopups = (clicked) => {
  for (const id of POPUPS) if (!clicked || !clicked.closest("#" + id)) byId(id).removeAttribute("open");
};
const listen = () => {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || !game || target.closest("input,select,textarea")) return;
    if (event.key === " ") {
      if (target.closest("button,summary")) return;
      event.preventDefault();
      play();
    } else if (event.key === "Escape" && POPUPS.some((id) => byId(id).hasAttribute("open"))) {
      closePopups(null);
    } else if (event.key === "n" || event.key === "N") {
      stepGame(event.key === "n" ? 1 : -1);
    } else if (KEYS[event.key]) {
      event.preventDefault();
      halt();
      go(KEYS[event.key]());
    }
  });
  /** @type {[string, string][]} */
  const pressed = [["first", "Home"], ["back", "ArrowLeft"], ["next", "ArrowRight"], ["last", "End"], ["mistake", "m"], ["blunder", "M"]];
  for (const [id, key] of pressed) byId(id).addEventListener("click", () => { halt(); go(KEYS[key]()); });
  byId("game-back").addEventListener("click", () => stepGame(-1));
  byId("game-next").addEventListener("click", () => stepGame(1));
  byId("play").addEventListener("click", play);
  byId("pace").addEventListener("change", () => { if (timer) { halt(); play(); } });
  byId("tokens").addEventListener("change", () => {
    byId("record").classList.toggle("tokens", input("tokens").checked);
    markMove();
  });
  byId("copy-link").addEventListener("click", () => copy(location.href, "link"));
  byId("copy-position").addEventListener("click", () => copy(game.positions[at], "position"));
  byId("download").addEventListener("click", () => download(game.pvn, `game-${number}.pvn`));
  byId("download-all").addEventListener("click", downloadAll);
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target), link = target.closest("a[href^='#g']");
    closePopups(target);
    if (link && (event.detail > 0 || target.closest("#list"))) { // the keys belong to the page again
      halt();
      byId("list").removeAttribute("open");
      byId("show").focus({ preventScroll: true });
    }
  });
  narrow.addEventListener("change", () => { if (game) { layOut(); drawPly(at, false); } });
  new ResizeObserver(() => { if (game) drawCurves(); }).observe(byId("curves"));
  addEventListener("hashchange", () => { if (location.hash !== "#moves") followAddress(); });
};

if (typeof DecompressionStream === "undefined") {
  byId("screen").replaceChildren(make("p", { textContent: "This browser cannot unpack the games on this page: it has no DecompressionStream. Use Chrome or Edge 80, Safari 16.4, Firefox 113, or a later version." }));
} else {
  makeList();
  listen();
  followAddress();
}
