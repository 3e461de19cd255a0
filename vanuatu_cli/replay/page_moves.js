// The list of all moves, by round and phase, with variations; and the line about the current move.

/** @type {HTMLAnchorElement[]} */
let links = []; // by ply

/** @type {(seat: string) => HTMLElement} */
const chip = (seat) => make("span", { className: "chip s-" + seat, textContent: seat, ariaHidden: "true" });

/** @type {(ply: number) => HTMLAnchorElement} */
const moveLink = (ply) => {
  const seat = game.seats[ply], { glyphs = "", mark } = noteOf(ply);
  const a = make("a", { href: "#" + placeOf(ply), className: "move", tabIndex: -1 });
  a.append(
    seat === "#" ? make("span", { className: "chip draw", textContent: "#", ariaHidden: "true" }) : chip(seat),
    make("span", { className: "token", textContent: seated(ply) }),
    make("span", { className: "words", textContent: " " + game.words[ply] }),
  );
  if (glyphs) a.append(" ", make("b", { className: mark ? "bad" : "", textContent: glyphs }));
  if (seat === "#") a.classList.add("nature");
  links[ply] = a;
  return a;
};

/** @type {(ply: number) => HTMLElement[]} */
const remarks = (ply) => {
  const { text = [], facts = [] } = noteOf(ply);
  return [...text, ...facts].map((words) => make("i", { textContent: " " + words + " " }));
};

/** @type {(round: number) => string} */
const roundName = (round) => game.round[0].toUpperCase() + game.round.slice(1) + " " + round;

/** A variation as a block below the move that it replaces. @type {(branch: [number, number, string[], string]) => HTMLElement} */
const variationBlock = ([first, last, after, name]) => {
  const block = make("div", { className: "variation" });
  /** @type {[HTMLElement, number, number, string[], string][]} */
  const pending = [[block, first, last, after, name]];
  for (let next = pending.shift(); next; next = pending.shift()) { // no recursion: variations can be nested deeply
    const [into, from, to, end, called] = next;
    if (called) into.append(make("b", { className: "name", textContent: called + betterFigures(from) }));
    for (let ply = from; ply <= to; ply++) {
      into.append(moveLink(ply), " ", ...remarks(ply));
      for (const [a, b, c, d] of game.variations[ply] || []) {
        const inner = make("div", { className: "variation" });
        into.append(inner);
        pending.push([inner, a, b, c, d]);
      }
    }
    for (const text of end) into.append(make("i", { textContent: text }));
  }
  return block;
};

/** Return whether moves of one phase follow each other, so that headings help. */
const phasesLast = () => {
  let changes = 0;
  for (let ply = 2; ply <= game.main; ply++) if (game.phases[ply] !== game.phases[ply - 1]) changes++;
  return changes <= game.main / 4;
};

/** List the moves by round and phase. */
const listMoves = () => {
  links = [];
  const box = byId("record"), headings = phasesLast();
  box.replaceChildren(make("p", {}, ...remarks(0)));
  byId("rounds").replaceChildren();
  let line = make("div"), round = -1, phase = "";
  for (let ply = 1; ply <= game.main; ply++) {
    if (game.rounds[ply] !== round) {
      round = game.rounds[ply];
      phase = "";
      box.append(make("h3", { textContent: roundName(round) }), (line = make("div", { className: "line" })));
      byId("rounds").append(make("a", { href: "#" + placeOf(ply), textContent: String(round), ariaLabel: game.round + " " + round }));
    }
    if (headings && game.phases[ply] !== phase) {
      phase = game.phases[ply];
      box.append(make("h4", { textContent: game.headings[phase] }), (line = make("div", { className: "line" })));
    }
    line.append(moveLink(ply), " ", ...remarks(ply));
    for (const branch of game.variations[ply] || []) {
      box.append(variationBlock(branch), (line = make("div", { className: "line" })));
    }
  }
};

/** Mark the current move in the list, and show it. */
const markMove = () => {
  const box = byId("record");
  for (const old of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("a[aria-current]"))) {
    old.removeAttribute("aria-current");
    old.tabIndex = -1;
  }
  const now = links[at];
  if (!now) { box.scrollTop = 0; return; }
  now.setAttribute("aria-current", "step");
  now.tabIndex = 0;
  const top = now.offsetTop, bottom = top + now.offsetHeight;
  if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight - 4) box.scrollTop = top - box.clientHeight / 2;
};

/** Show the current move in words, its comments and its alternatives. */
const showMove = () => {
  const line = byId("current"), { text = [], facts = [], glyphs = "" } = noteOf(at);
  if (at === 0) line.textContent = "Start";
  else {
    const who = seatOf(at) < 0 ? "draw" : nameOf(seatOf(at));
    line.replaceChildren(`${placeWords(at)}  ${who}: `, make("b", { textContent: seated(at) + glyphs }), "  " + game.words[at]);
  }
  const paragraphs = text.map((words) => make("p", { textContent: words }));
  if (facts.length) paragraphs.push(make("p", { className: "facts", textContent: facts.join(", ") }));
  byId("comment").replaceChildren(...paragraphs);
  const { better } = lossOf(at), branches = byId("branches"); // the better move is named there
  const others = alternatives(at).filter((other) => other !== at && other !== better);
  branches.hidden = !others.length;
  branches.replaceChildren("Alternatives: ", ...others.flatMap((other, i) => [i ? " · " : "",
    make("a", { href: "#" + placeOf(other), textContent: game.words[other] + (noteOf(other).glyphs || ""), title: seated(other) })]));
};
