// What is printed: by round the moves in words, and the board at the end of the round.

/** @type {(ply: number) => HTMLElement} */
const printedMove = (ply) => {
  const { glyphs = "", text = [] } = noteOf(ply);
  const item = make("li", {}, make("b", { textContent: game.seats[ply] === "#" ? "#" : game.seats[ply] }), " " + game.words[ply] + " ", make("b", { textContent: glyphs }));
  for (const words of text) item.append(" ", make("i", { textContent: words }));
  const better = lossOf(ply).better;
  if (better && ply <= game.main) item.append(" (better: " + game.words[better] + ")");
  return item;
};

/** @type {(ply: number) => HTMLElement} */
const printedBoard = (ply) => {
  const sheet = make("div", { className: "sheet" }), picture = pictureAt(ply);
  let start = 0;
  /** @type {number[]} */
  const offsets = [];
  for (const panel of game.sheet.panels) { offsets.push(start); start += panel.regions.length; }
  placePanels(sheet, (panel, group, i) => {
    const wanted = picture[offsets[panel] + i];
    if (wanted >= 0 && !game.sheet.panels[panel].names[i].startsWith("mark-")) group.innerHTML = game.fragments[wanted];
  });
  return sheet;
};

const preparePrint = () => {
  const box = byId("print");
  box.replaceChildren();
  if (!game) return;
  for (let ply = 1; ply <= game.main; ) {
    const round = game.rounds[ply], list = make("ul");
    for (; ply <= game.main && game.rounds[ply] === round; ply++) list.append(printedMove(ply));
    const ended = ply > game.main ? "The board at the end" : `The board after ${game.round} ${round}`;
    box.append(make("section", {}, make("h2", { textContent: roundName(round) }), list, make("h3", { textContent: ended }), printedBoard(ply - 1)));
  }
};

addEventListener("beforeprint", preparePrint);
addEventListener("afterprint", () => byId("print").replaceChildren());
