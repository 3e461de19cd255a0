// The review: a table of the seats, the marked moves, and what the current move lost.

const MARKS = ["?!", "?", "??"];

/** @type {(figure: number, places?: number) => string} */
const shown = (figure, places = 1) => figure.toFixed(places).replace("-", "−").replace(/^−(0(\.0*)?)$/, "$1");

/** Return what a move lost: percentages after it and after the better one, and the better line. @type {(ply: number) => {you?: number, best?: number, better?: number, lost?: number, points?: number}} */
const lossOf = (ply) => {
  const { lost, loss, chances } = noteOf(ply), seat = seatOf(ply);
  const line = (game.variations[ply] || []).find((branch) => branch[3]);
  const better = line && line[0];
  const best = better && noteOf(better).chances?.[seat];
  const after = chances && chances[seat];
  if (lost === undefined) return { you: after, points: loss, better };
  if (best !== undefined && typeof best === "number") return { you: Math.max(0, best - lost), best, better, lost, points: loss };
  return { you: after, best: after === undefined ? undefined : Math.min(100, after + lost), better, lost, points: loss };
};

/** @type {(points: number | undefined) => string} */
const pointsWords = (points) => (points === undefined ? "" : `${shown(points)} ${Math.abs(points) === 1 ? "point" : "points"}`);

/** Return the figures of a better line, after its name. @type {(first: number) => string} */
const betterFigures = (first) => {
  const ply = alternatives(first)[0], { best, points } = lossOf(ply);
  const figures = [best === undefined ? "" : best + " %", pointsWords(points)].filter(Boolean).join(", ");
  return figures ? `: ${figures}` : "";
};

/** Show below the board what the current move lost, and the better move. */
const showLoss = () => {
  const box = byId("judged"), { mark } = noteOf(at), { you, best, better, lost, points } = lossOf(at);
  box.hidden = at > game.main || (!mark && lost === undefined && !(points && points >= 0.05));
  if (box.hidden) return;
  const mine = make("span", {}, make("b", { textContent: "you: " }), game.words[at] + (you === undefined ? "" : `, ${you} %`));
  const line = make("p", {}, mine);
  if (better) {
    const figures = [best === undefined ? "" : `${best} %`, pointsWords(points)].filter(Boolean).join(", ");
    line.append(" · ", make("b", { textContent: "better: " }),
      make("a", { href: "#" + placeOf(better), textContent: game.words[better] }), figures ? ", " + figures : "");
  }
  const parts = [];
  if (lost !== undefined) {
    const change = best === undefined || you === undefined ? "" : ` (${best} → ${you} %)`;
    parts.push(`${lost} ${lost === 1 ? "point" : "points"} of win chance${change}`);
  }
  if (points !== undefined) parts.push(pointsWords(points) + " of the final score");
  if (better) byId("current").append(shortLoss(better, best, you));
  box.replaceChildren(line, ...(parts.length ? [make("p", { className: "facts", textContent: `${mark ? mark + "  " : ""}lost ${parts.join(" and ")}` })] : []));
};

/** Return the better move for the line at the foot of a phone. @type {(better: number, best: number | undefined, you: number | undefined) => HTMLElement} */
const shortLoss = (better, best, you) => {
  const change = best === undefined || you === undefined ? "" : ` (${best} → ${you} %)`;
  return make("span", { className: "short" }, " · better: ", make("a", { href: "#" + placeOf(better), textContent: game.words[better] }), change);
};

/** Return the next ply of the main line with such a mark, from the start again after the last one. @type {(least: number) => number} */
const nextMark = (least) => {
  const from = trunk(at);
  for (let step = 1; step <= game.main; step++) {
    const ply = ((from + step - 1) % game.main) + 1;
    if (MARKS.indexOf(noteOf(ply).mark || "") >= least) return ply;
  }
  return at;
};

/** Return the plies of the main line with such a mark. @type {(least: number) => number[]} */
const marked = (least) => {
  const found = [];
  for (let ply = 1; ply <= game.main; ply++) if (MARKS.indexOf(noteOf(ply).mark || "") >= least) found.push(ply);
  return found;
};

/** Return the figures of the seats; without a summary in the file, the losses of its moves. @type {() => (Partial<SeatReview> & {seat: string})[]} */
const seatFigures = () => {
  if (game.review && game.review.seats.length) return game.review.seats;
  const letters = games[number - 1].letters;
  return [...letters].map((seat) => {
    let lost = 0, any = false;
    for (let ply = 1; ply <= game.main; ply++) {
      const { loss } = noteOf(ply);
      if (game.seats[ply] === seat && loss !== undefined) { lost += loss; any = true; }
    }
    return any ? { seat, lost } : { seat };
  });
};

/** Make the section of the review, if the game has one. */
const makeReview = () => {
  const box = byId("review"), bad = marked(0), figures = seatFigures();
  byId("mistake").hidden = !bad.length;
  byId("blunder").hidden = !marked(2).length;
  box.hidden = !game.review && !bad.length && figures.every(({ lost }) => lost === undefined);
  if (box.hidden) return;
  const by = game.review && game.review.reviewer;
  const heads = ["player", "moves", "points lost", "accuracy", "skill", "?!", "?", "??", "luck"];
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col", textContent: head })))));
  table.append(make("tbody", {}, ...figures.map(seatRow)));
  box.replaceChildren(
    make("h2", { textContent: "Review" + (by ? " by " + by : "") }),
    make("div", { className: "scroll", tabIndex: 0, role: "group", ariaLabel: "Review of the players" }, table),
    make("p", { className: "facts", textContent: "Points of the expected final score; ± is the standard deviation. Luck: points from draws. Accuracy is from 0 to 100." }),
    ...(bad.length ? [make("h3", { textContent: "Marked moves" }), make("ol", { className: "marked" }, ...bad.map(markedItem))] : []),
  );
};

/** @type {(row: Partial<SeatReview> & {seat: string}) => HTMLElement} */
const seatRow = (row) => {
  /** @type {(figure: number | undefined, sd: number | undefined) => string} */
  const spread = (figure, sd) => (figure === undefined ? "–" : shown(figure) + (sd === undefined ? "" : " ±" + shown(sd)));
  /** @type {(mark: string) => string} */
  const count = (mark) => String(marked(0).filter((ply) => game.seats[ply] === row.seat && noteOf(ply).mark === mark).length);
  const cells = [
    row.moves === undefined ? "–" : String(row.moves), spread(row.lost, row.lost_sd),
    row.accuracy === undefined ? "–" : shown(row.accuracy, 0), row.skill || "–", ...MARKS.map(count), spread(row.luck, row.luck_sd),
  ];
  return make("tr", {}, make("th", { scope: "row" }, chip(row.seat), " " + nameOf(SEATS.indexOf(row.seat))), ...cells.map((text) => make("td", { textContent: text })));
};

/** @type {(ply: number) => HTMLElement} */
const markedItem = (ply) => {
  const { lost, best, you, points, better } = lossOf(ply);
  const figures = [lost === undefined || best === undefined ? "" : `${best} → ${you} %`, pointsWords(points)].filter(Boolean).join(", ");
  const item = make("li", {}, make("a", { href: "#" + placeOf(ply) }, chip(game.seats[ply]),
    ` ${placeWords(ply)} ${game.words[ply]} `, make("b", { className: "bad", textContent: noteOf(ply).mark || "" })), figures ? ` ${figures}` : "");
  if (better) item.append(" · better: ", make("a", { href: "#" + placeOf(better), textContent: game.words[better] }));
  return item;
};
