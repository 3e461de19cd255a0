"use strict";
// Shows drawings that were made with the page. Text from games is set as text, never as markup.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const byId = (id) => document.getElementById(id);
  const CURVE = JSON.parse(byId("geometry").textContent).curve; // the sizes that the drawings were made with
  const games = JSON.parse(byId("games").textContent);
  let number = 0, game = null, at = 0, timer = 0, choosing = 0;
  let groups = [], links = [], cursors = [];

  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const svgElement = (name, attributes = {}) => {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    return element;
  };

  // Unpack a game when it is chosen.
  const unpacked = async (which) => {
    const text = atob(byId("game-" + which).textContent);
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  };

  const parent = (ply) => game.parents[ply] ?? ply - 1;
  const seated = (ply) => (game.seats[ply] === "#" ? "" : game.seats[ply] + ":") + game.tokens[ply];
  const glyphs = (ply) => (game.notes[ply] || {}).glyphs || "";

  // Return what every region shows at a ply: the picture before it, and the changes.
  const pictureAt = (ply) => {
    const way = [];
    let from = ply;
    while (from > 0 && !game.pictures[from]) { way.push(from); from = parent(from); }
    let picture = game.pictures[from];
    for (const next of way.reverse()) {
      picture = picture.slice();
      const changes = game.changes[next];
      for (let i = 0; i < changes.length; i += 2) picture[changes[i]] = changes[i + 1];
      game.pictures[next] = picture;
    }
    return picture;
  };

  const choose = async (which, place) => {
    const turn = ++choosing;
    if (which !== number) {
      stop();
      const found = await unpacked(which);
      if (turn !== choosing) return;
      game = found;
      number = which;
      const first = new Array(game.sheet.panels.reduce((sum, panel) => sum + panel.regions.length, 0)).fill(-1);
      game.changes[0].forEach((region, i, all) => { if (i % 2 === 0) first[region] = all[i + 1]; });
      game.pictures = [first];
      game.within = within();
      layOut();
      list();
    }
    go(place ? found(place) : 0);
  };

  // Rounds and numbers within the round of the plies of the main line.
  const within = () => {
    const count = {}, numbers = [[0, 0]];
    for (let ply = 1; ply <= game.main; ply++) {
      const round = game.rounds[ply];
      count[round] = (count[round] || 0) + 1;
      numbers.push([round, count[round]]);
    }
    return numbers;
  };
  const name = (ply) => {
    if (ply === 0) return "g" + number;
    return ply <= game.main ? "g" + number + "." + game.within[ply].join(".") : "g" + number + ".v" + ply;
  };
  const found = (place) => {
    if (place[0] === "v") return Math.min(Math.max(0, Number(place.slice(1))), game.tokens.length - 1);
    const [round, ply = 0] = place.split(".").map(Number);
    let best = 0;
    for (let i = 1; i <= game.main; i++) {
      const [r, p] = game.within[i];
      if (r < round || (r === round && p <= ply)) best = i;
    }
    return best;
  };

  // Follow the address of the page: #g2, #g2.5, #g2.5.12, #g2.v340
  const followAddress = () => {
    const match = /^#g(\d{1,9})(?:\.(v?\d{1,9}(?:\.\d{1,9})?))?$/.exec(location.hash);
    const which = match ? Number(match[1]) : 1;
    return choose(which >= 1 && which <= games.length ? which : 1, match && match[2]);
  };

  const layOut = () => {
    const sheet = byId("sheet");
    groups = [];
    sheet.replaceChildren(...game.sheet.panels.map((panel) => {
      const picture = svgElement("svg", {
        class: "vp panel" + (panel.width < 260 ? " half" : ""), viewBox: `0 0 ${panel.width} ${panel.height}`,
        role: "group", "aria-label": panel.label, "data-panel": panel.name,
      });
      picture.style.setProperty("--px", panel.width + "px");
      picture.style.setProperty("--share", `min(${panel.width}px, calc(${(100 * panel.width) / game.sheet.width}% - 3px))`);
      const frame = svgElement("g", { "aria-hidden": "true" });
      frame.innerHTML = game.fragments[panel.frame];
      picture.append(frame);
      for (const [x, y] of panel.regions) {
        const group = svgElement("g", { transform: `translate(${x} ${y})`, "aria-hidden": "true" });
        picture.append(group);
        groups.push({ group, now: -1 });
      }
      return picture;
    }));
    const about = games[number - 1];
    byId("title").textContent = about.names.join(" – ");
    document.title = about.names.join(" – ");
    const parts = [about.event, about.date, about.game, about.ended].filter(Boolean).join(", ");
    const scores = about.result === "*" ? "unfinished" : about.result.split(",").map((score, i) => (about.letters[i] || "") + " " + score).join("  ");
    const won = about.winners.map((seat) => about.names[seat]).join(" and ");
    byId("about").replaceChildren(parts + (parts ? ": " : "") + scores + (won ? ", won by " : ""), make("b", { textContent: won }));
    record();
    drawCurves();
  };

  const link = (ply) => {
    const a = make("a", { href: "#" + name(ply), textContent: seated(ply) + glyphs(ply), title: game.words[ply], tabIndex: -1 });
    if (game.seats[ply] === "#") a.className = "nature";
    links[ply] = a;
    return a;
  };
  const remarks = (ply) => ((game.notes[ply] || {}).text || []).map((text) => make("i", { textContent: " " + text + " " }));

  // List the moves by round; a variation is below the move that it replaces.
  const record = () => {
    links = [];
    const box = byId("record");
    box.replaceChildren(make("p", {}, ...remarks(0)));
    byId("rounds").replaceChildren();
    let paragraph = null, round = -1;
    const variation = ([first, last, after]) => {
      const block = make("div", { className: "variation" });
      const pending = [[block, first, last, after]];
      while (pending.length) { // no recursion: variations can be nested deeply
        const [into, from, to, end] = pending.shift();
        for (let ply = from; ply <= to; ply++) {
          into.append(link(ply), " ", ...remarks(ply));
          for (const [a, b, c] of game.variations[ply] || []) {
            const inner = make("div", { className: "variation" });
            into.append(inner);
            pending.push([inner, a, b, c]);
          }
        }
        for (const text of end) into.append(make("i", { textContent: text }));
      }
      return block;
    };
    for (let ply = 1; ply <= game.main; ply++) {
      if (game.rounds[ply] !== round) {
        round = game.rounds[ply];
        box.append(make("h3", { textContent: game.round[0].toUpperCase() + game.round.slice(1) + " " + round }));
        paragraph = null;
        byId("rounds").append(make("a", { href: "#" + name(ply), textContent: round, ariaLabel: game.round + " " + round }));
      }
      if (!paragraph) box.append((paragraph = make("div")));
      paragraph.append(link(ply), " ", ...remarks(ply));
      for (const branch of game.variations[ply] || []) { box.append(variation(branch)); paragraph = null; }
    }
  };

  const drawCurves = () => {
    cursors = [];
    byId("curves").replaceChildren(...game.curves.map((curve) => {
      const picture = svgElement("svg", { class: "vp", viewBox: `0 0 ${CURVE.width} ${CURVE.height}`, role: "img", "aria-label": curve.label });
      picture.innerHTML = curve.svg;
      const cursor = svgElement("path", { class: "cursor" });
      picture.append(cursor);
      cursors.push(cursor);
      picture.addEventListener("click", (event) => {
        const box = picture.getBoundingClientRect();
        const x = ((event.clientX - box.left) * CURVE.width) / box.width;
        go(Math.min(game.main, Math.max(0, Math.round((game.main * (x - CURVE.left)) / (CURVE.right - CURVE.left)))));
      });
      return make("figure", {}, picture, make("figcaption", { textContent: curve.label }));
    }));
  };

  const go = (ply) => {
    at = ply;
    const picture = pictureAt(ply);
    groups.forEach((region, i) => {
      if (region.now === picture[i]) return;
      region.now = picture[i];
      const fragment = picture[i] < 0 ? "" : game.fragments[picture[i]];
      region.group.innerHTML = fragment;
      const named = fragment.startsWith("<title>");
      region.group.setAttribute(named ? "role" : "aria-hidden", named ? "img" : "true");
      region.group.removeAttribute(named ? "aria-hidden" : "role");
    });
    showMove();
    for (const old of document.querySelectorAll("#record a[aria-current]")) { old.removeAttribute("aria-current"); old.tabIndex = -1; }
    const now = links[ply];
    if (now) {
      now.setAttribute("aria-current", "step");
      now.tabIndex = 0;
      const box = byId("record");
      if (now.offsetTop < box.scrollTop || now.offsetTop + now.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = now.offsetTop - box.clientHeight / 2;
    } else byId("record").scrollTop = 0;
    const x = CURVE.left + ((CURVE.right - CURVE.left) * Math.min(trunk(ply), game.main)) / Math.max(1, game.main);
    for (const cursor of cursors) cursor.setAttribute("d", `M${x} ${CURVE.top - 4}V${CURVE.foot + 2}`);
    byId("first").disabled = byId("back").disabled = ply === 0;
    byId("last").disabled = byId("next").disabled = following(ply) === ply;
    if (location.hash !== "#" + name(ply)) try { history.replaceState(null, "", "#" + name(ply)); } catch { /* limited by the browser */ }
  };

  // Return the ply of the main line at which a variation begins.
  const trunk = (ply) => { while (ply > game.main) ply = parent(ply); return ply; };
  const following = (ply) => {
    if (ply <= game.main) return Math.min(ply + 1, game.main);
    return ply + 1 < game.tokens.length && parent(ply + 1) === ply ? ply + 1 : ply;
  };

  const showMove = () => {
    const line = byId("current"), ply = at, seat = game.seats[ply], names = games[number - 1].names;
    if (ply === 0) line.textContent = "Start";
    else {
      const who = seat === "#" ? "draw" : names["ptyob".indexOf(seat)];
      const place = ply <= game.main ? game.within[ply].join(".") : "variation";
      line.replaceChildren(`${place}  ${who}: `, make("b", { textContent: seated(ply) + glyphs(ply) }), "  " + game.words[ply]);
    }
    const note = game.notes[ply] || {};
    const paragraphs = (note.text || []).map((text) => make("p", { textContent: text }));
    if (note.facts) paragraphs.push(make("p", { className: "facts", textContent: note.facts.join(", ") }));
    byId("comment").replaceChildren(...paragraphs);
    const others = alternatives(ply), branches = byId("branches");
    branches.hidden = others.length < 2;
    branches.replaceChildren("Alternatives: ", ...others.filter((other) => other !== ply).flatMap((other) => [
      make("a", { href: "#" + name(other), textContent: seated(other) + glyphs(other), title: game.words[other] }), " "]));
  };

  // Return the played move and the first moves of its variations.
  const alternatives = (ply) => {
    for (const key in game.variations) {
      const all = [Number(key), ...game.variations[key].map(([first]) => first)];
      if (all.includes(ply)) return all;
    }
    return [ply];
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    byId("play").setAttribute("aria-pressed", "false");
  };
  const play = () => {
    if (timer) return stop();
    if (following(at) === at) go(0);
    byId("play").setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      const next = following(at);
      if (next !== at) go(next);
      if (following(at) === at) stop();
    }, Number(byId("pace").value));
  };
  const end = () => { let ply = at; while (following(ply) !== ply) ply = following(ply); return ply; };
  const byRound = (step) => {
    const ply = trunk(at), round = game.rounds[ply];
    for (let i = ply + step; i > 0 && i <= game.main; i += step) {
      if (step > 0 && game.rounds[i] !== round) return i;
      if (step < 0 && game.within[i][1] === 1) return i;
    }
    return step > 0 ? game.main : 0;
  };
  const variation = () => { const all = alternatives(at); return all[(all.indexOf(at) + 1) % all.length]; };
  const home = () => (at > game.main ? trunk(at) : at);

  const moves = {
    ArrowLeft: () => (at ? parent(at) : 0), ArrowRight: () => following(at), Home: () => 0, End: end,
    "[": () => byRound(-1), "]": () => byRound(1), v: variation, Escape: home,
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !game) return;
    if (event.target.closest("input,select,textarea")) return;
    if (event.key === " ") {
      if (event.target.closest("button,a,summary")) return;
      event.preventDefault();
      play();
    } else if (moves[event.key]) {
      event.preventDefault();
      stop();
      go(moves[event.key]());
    }
  });
  const press = (id, ply) => byId(id).addEventListener("click", () => { stop(); go(ply()); });
  press("first", () => 0);
  press("back", moves.ArrowLeft);
  press("next", moves.ArrowRight);
  press("last", end);
  byId("play").addEventListener("click", play);
  byId("larger").addEventListener("click", () => {
    byId("larger").setAttribute("aria-pressed", byId("sheet").classList.toggle("larger"));
  });
  byId("pace").addEventListener("change", () => { if (timer) { stop(); play(); } });

  // The list of games, if there are several.
  const entries = games.map((entry, i) => {
    const text = [entry.file, entry.event, entry.names.join(" – "), entry.result].filter(Boolean).join(", ");
    return make("li", { value: i + 1 }, make("a", { href: "#g" + (i + 1), textContent: text }));
  });
  const list = () => entries.forEach((entry, i) => {
    if (i + 1 === number) entry.firstChild.setAttribute("aria-current", "true");
    else entry.firstChild.removeAttribute("aria-current");
  });
  if (games.length > 1) {
    byId("list").hidden = false;
    byId("listed").textContent = games.length + " games";
    byId("all").append(...entries);
    byId("find").addEventListener("input", (event) => {
      const wanted = event.target.value.toLowerCase();
      for (const entry of entries) entry.hidden = !entry.textContent.toLowerCase().includes(wanted);
    });
  }
  addEventListener("hashchange", () => { if (location.hash !== "#moves") followAddress(); });
  followAddress();
})();
