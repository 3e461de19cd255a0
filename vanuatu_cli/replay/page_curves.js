// Curves of the scores and of the win chances, which are also a slider over the game.

/** @typedef {{figure: HTMLElement, svg: SVGElement, out: HTMLElement, name: string, unit: string, values: (number[] | null)[], marks: boolean, cursor: SVGElement, box: {left: number, right: number}}} Curve */
/** @type {Curve[]} */
let curves = [];
/** The margins around the values. @type {{left: number, right: number, top: number, foot: number}} */
const MARGIN = JSON.parse(byId("geometry").textContent || "{}").curve;
const APART = 14, LINES = 4, MARK = 19; // pixels between letters, lines of the scale, size of a mark

/** Make the curves of the current game. */
const makeCurves = () => {
  const chances = game.scores.map((_, ply) => noteOf(ply).chances || null);
  const kinds = [{ name: "Score", about: "if the game ended at this point", unit: "", values: /** @type {(number[] | null)[]} */ (game.scores), marks: false }];
  if (chances.some(Boolean)) kinds.push({ name: "Win chance, %", about: "by the reviewer", unit: " %", values: chances, marks: true });
  curves = kinds.map((kind) => {
    const svg = svgElement("svg", { class: "vp", role: "slider", tabindex: 0, "aria-label": `${kind.name} ${kind.about}`, "aria-valuemin": 0, "aria-valuemax": game.main });
    const out = make("span"), plot = make("div", { className: "plot" });
    plot.append(svg);
    const figure = make("figure", {}, make("figcaption", {}, make("b", { textContent: kind.name, title: kind.about }), "  ", out), plot);
    const curve = { ...kind, figure, svg, out, cursor: svgElement("path", { class: "cursor" }), box: { left: MARGIN.left, right: MARGIN.left } };
    follow(curve);
    return curve;
  });
  byId("curves").replaceChildren(...curves.map((curve) => curve.figure));
  drawCurves();
};

/** Let the mouse move through the game. @type {(curve: Curve) => void} */
const follow = (curve) => {
  const { svg, box } = curve;
  let held = false;
  /** @type {(event: MouseEvent) => number} */
  const under = (event) => {
    const x = event.clientX - svg.getBoundingClientRect().left;
    const part = (x - box.left) / Math.max(1, box.right - box.left);
    return Math.min(game.main, Math.max(0, Math.round(game.main * part)));
  };
  svg.addEventListener("pointerdown", (event) => {
    held = true;
    svg.setPointerCapture(event.pointerId);
    halt();
    go(under(event));
  });
  svg.addEventListener("pointermove", (event) => {
    if (held) go(under(event));
    else readOut(curve, under(event));
  });
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => { held = false; });
  svg.addEventListener("pointerleave", () => { readOut(curve, trunk(at)); });
};

/** Return the last ply at which a value is known, -1 if there is none before. @type {(values: (number[] | null)[], ply: number) => number} */
const lastKnown = (values, ply) => {
  while (ply >= 0 && !values[ply]) ply--;
  return ply;
};

/** Say the values of a ply beside the title. @type {(curve: Curve, ply: number) => void} */
const readOut = ({ values, out }, ply) => {
  const known = lastKnown(values, ply), letters = games[number - 1].letters;
  const parts = known < 0 ? ["–"] : (values[known] || []).map((value, seat) => `${letters[seat]} ${shown(value, 0)}`);
  const place = ply === 0 ? "start" : placeWords(ply);
  out.textContent = `${place}:  ${parts.join("  ")}`;
};

/** Return a round distance between lines. @type {(range: number) => number} */
const roundStep = (range) => [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((size) => range / size <= LINES) || range;

/** Draw all curves at the current size of their boxes. */
const drawCurves = () => {
  for (const curve of curves) drawCurve(curve);
  moveCursors();
};

/** @type {(curve: Curve) => void} */
const drawCurve = (curve) => {
  const { svg, values, unit, box } = curve;
  const plot = /** @type {HTMLElement} */ (svg.parentElement);
  const width = Math.max(200, plot.clientWidth), height = Math.max(80, plot.clientHeight);
  box.right = width - MARGIN.right;
  const known = values.flatMap((row) => row || []);
  const low = Math.min(0, ...known), high = unit ? 100 : Math.max(1, ...known);
  /** @type {(value: number) => number} */
  const y = (value) => height - MARGIN.foot - ((height - MARGIN.foot - MARGIN.top) * (value - low)) / (high - low);
  /** @type {(ply: number) => number} */
  const x = (ply) => box.left + ((box.right - box.left) * ply) / Math.max(1, game.main);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const { links, stems } = curve.marks ? marksOf(values, x, y, width, height) : { links: [], stems: [] };
  svg.replaceChildren(...scaleLines(low, high, unit, y, box), ...roundTicks(x, height), ...stems, ...seatLines(values, x, y), curve.cursor);
  for (const old of plot.querySelectorAll("a")) old.remove();
  plot.append(...links);
};

/** @type {(x: number, y: number, text: string, classes: string) => SVGElement} */
const curveText = (x, y, text, classes) => {
  const element = svgElement("text", { x, y, "font-size": 11, class: classes });
  element.textContent = text;
  return element;
};

/** @type {(low: number, high: number, unit: string, y: (value: number) => number, box: {left: number, right: number}) => SVGElement[]} */
const scaleLines = (low, high, unit, y, box) => {
  const parts = [], step = roundStep(high - low);
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
    parts.push(svgElement("path", { class: "line", d: `M${box.left} ${y(value)}H${box.right}` }));
    parts.push(curveText(box.left - 5, y(value) + 4, shown(value, 0) + unit, "dim e"));
  }
  return parts;
};

/** A tick at the start of each round; numbers only where there is room. @type {(x: (ply: number) => number, height: number) => SVGElement[]} */
const roundTicks = (x, height) => {
  const parts = [];
  let before = -100;
  for (let ply = 1; ply <= game.main; ply++) {
    if (within[ply][1] !== 1) continue;
    const place = x(ply - 1);
    parts.push(svgElement("path", { class: "line tick", d: `M${place} ${height - MARGIN.foot}V${MARGIN.top}` }));
    if (place - before < 22) continue;
    before = place;
    parts.push(curveText(place + 3, height - 6, String(within[ply][0]), "dim"));
  }
  return parts;
};

/** @type {(values: (number[] | null)[], x: (ply: number) => number, y: (value: number) => number) => SVGElement[]} */
const seatLines = (values, x, y) => {
  const letters = games[number - 1].letters, lines = [], ends = [];
  for (let seat = 0; seat < letters.length; seat++) {
    let path = "", before = NaN, last = 0;
    values.forEach((row, ply) => {
      if (!row) return;
      const value = row[seat];
      path += path ? (value === before ? "" : `H${x(ply).toFixed(1)}V${y(value).toFixed(1)}`) : `M${x(ply).toFixed(1)} ${y(value).toFixed(1)}`;
      before = value;
      last = ply;
    });
    lines.push(svgElement("path", { class: "curve c-" + letters[seat], d: `${path}H${x(last).toFixed(1)}` }));
    ends.push({ seat, x: x(last), y: y(before) });
  }
  return [...lines, ...endLetters(ends, letters)];
};

/** The letters at the ends of the lines, moved apart. @type {(ends: {seat: number, x: number, y: number}[], letters: string) => SVGElement[]} */
const endLetters = (ends, letters) => {
  ends.sort((a, b) => b.y - a.y);
  let free = Infinity;
  const placed = ends.map((end) => { free = Math.min(end.y, free - APART); return { ...end, y: free }; });
  const above = Math.max(0, MARGIN.top - Math.min(...placed.map((end) => end.y)));
  return placed.map((end) => curveText(end.x + 4, Math.max(MARGIN.top, end.y + above) + 4, letters[end.seat], "ink w"));
};

/** The place of a mark that is nearest to its curve and hides no other mark. @type {(x: number, y: number, height: number, taken: {x: number, y: number}[]) => {x: number, y: number}} */
const freeSpot = (x, y, height, taken) => {
  const low = MARK / 2, high = height - MARGIN.foot;
  const base = Math.min(high, Math.max(low, y));
  for (let step = 0; step * MARK < height; step++) {
    for (const place of [base - step * MARK, base + step * MARK]) {
      const free = !taken.some((other) => Math.abs(other.x - x) < MARK && Math.abs(other.y - place) < MARK);
      if (free && place >= low && place <= high) return { x, y: place };
    }
  }
  return { x, y: base };
};

/** The marks of bad moves, which can be clicked, and the lines that join them to their curves. @type {(values: (number[] | null)[], x: (ply: number) => number, y: (value: number) => number, width: number, height: number) => {links: HTMLElement[], stems: SVGElement[]}} */
const marksOf = (values, x, y, width, height) => {
  /** @type {HTMLElement[]} */
  const links = [];
  /** @type {SVGElement[]} */
  const stems = [];
  /** @type {{x: number, y: number}[]} */
  const taken = [];
  for (let ply = 1; ply <= game.main; ply++) {
    const { mark } = noteOf(ply), row = values[ply], seat = seatOf(ply);
    if (!mark || !row || seat < 0) continue;
    const words = `${placeWords(ply)} ${nameOf(seat)}: ${game.words[ply]} ${mark}`;
    const a = make("a", { href: "#" + placeOf(ply), className: "mark s-" + game.seats[ply], textContent: mark, title: words, ariaLabel: words, tabIndex: -1 });
    const from = y(row[seat]), spot = freeSpot(x(ply), from, height, taken);
    a.style.left = (100 * spot.x) / width + "%";
    a.style.top = (100 * spot.y) / height + "%";
    taken.push(spot);
    links.push(a);
    stems.push(svgElement("path", { class: "stem c-" + game.seats[ply], d: `M${spot.x} ${spot.y}V${from}` }));
  }
  return { links, stems };
};

/** Move the cursors to the current ply. */
const moveCursors = () => {
  const ply = trunk(at);
  for (const curve of curves) {
    const { svg, box, cursor, figure, out } = curve;
    const x = box.left + ((box.right - box.left) * ply) / Math.max(1, game.main);
    const height = Number((svg.getAttribute("viewBox") || "").split(" ")[3]);
    cursor.setAttribute("d", `M${x} ${MARGIN.top - 4}V${height - MARGIN.foot + 2}`);
    readOut(curve, ply);
    svg.setAttribute("aria-valuenow", String(ply));
    svg.setAttribute("aria-valuetext", out.textContent || "");
    for (const a of figure.querySelectorAll(".mark")) a.toggleAttribute("data-now", a.getAttribute("href") === "#" + placeOf(at));
  }
};
