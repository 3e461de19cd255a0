// The head of the page, and the list of games: find, sort, choose.

/** Show the names, results and facts of the current game. */
const showHead = () => {
  const about = games[number - 1];
  const title = about.names.join(" – ");
  byId("title").textContent = byId("title").title = title;
  document.title = title;
  const ended = about.result === "*" ? "unfinished" : about.winners.length ? "" : "all lost";
  byId("about").textContent = [about.event, about.date, about.game, about.ended, ended].filter(Boolean).join(", ");
  const scores = about.result === "*" ? [] : resultWords(about).split(",");
  byId("chips").replaceChildren(...[...about.letters].map((letter, seat) => {
    const won = about.winners.includes(seat);
    const item = make("li", { className: won ? "won" : "" }, chip(letter), make("span", { className: "name", textContent: nameOf(seat) }));
    if (scores[seat] !== undefined) item.append(make("b", { textContent: scores[seat] }));
    if (won) item.append(make("span", { className: "crown", textContent: "won" }));
    return item;
  }));
};

/** The scores, with minus signs. @type {(entry: Entry) => string} */
const resultWords = (entry) => entry.result.replace(/-/g, "−");
/** @type {(entry: Entry) => string} */
const winnerOf = (entry) => entry.winners.map((seat) => entry.names[seat]).join(" and ");
/** @type {(entry: Entry) => number} */
const bestOf = (entry) => (entry.result === "*" ? -1 : Math.max(...entry.result.split(",").map(Number)));

/** The line of a game, and what it is found by. @type {(entry: Entry, i: number) => HTMLLIElement} */
const listItem = (entry, i) => {
  const facts = [entry.file, entry.event, entry.date, entry.result === "*" ? "unfinished" : resultWords(entry)].filter(Boolean).join(", ");
  const item = make("li", { value: i + 1 },
    make("a", { href: "#g" + (i + 1), textContent: entry.names.join(" – ") }), facts ? ", " + facts : "");
  if (entry.winners.length) item.append(", won by ", make("b", { textContent: winnerOf(entry) }));
  if (entry.worst) {
    const { place, seat, mark, cost } = entry.worst;
    const points = cost[1] ? ` ${cost[1].toFixed(1)} points` : "";
    item.append(", worst: ", make("a", { href: `#g${i + 1}.${place}`, textContent: `${place} ${entry.names[seat]} ${mark}${points}` }));
  }
  return item;
};

const items = games.map(listItem);
/** @type {Record<string, (a: Entry, b: Entry) => number>} */
const ORDERS = {
  number: () => 0,
  date: (a, b) => (a.date || "").localeCompare(b.date || ""),
  names: (a, b) => a.names.join().localeCompare(b.names.join()),
  winner: (a, b) => winnerOf(a).localeCompare(winnerOf(b)),
  best: (a, b) => bestOf(b) - bestOf(a),
  plies: (a, b) => b.plies - a.plies,
  worst: (a, b) => {
    const [one, other] = [a, b].map((entry) => (entry.worst ? entry.worst.cost : [-1, 0]));
    return other[0] - one[0] || other[1] - one[1];
  },
};

/** Mark the current game in the list. */
const markGame = () => {
  items.forEach((item, i) => {
    const link = /** @type {HTMLElement} */ (item.firstChild);
    if (i + 1 === number) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
  button("game-back").disabled = number === 1;
  button("game-next").disabled = number === games.length;
};

/** Go to a neighbouring game. @type {(step: number) => void} */
const stepGame = (step) => {
  const wanted = number + step;
  if (wanted >= 1 && wanted <= games.length) location.hash = "#g" + wanted;
};

const makeList = () => {
  if (games.length < 2) return;
  byId("collection").hidden = byId("download-all").hidden = false;
  byId("listed").textContent = games.length + " games";
  byId("all").append(...items);
  byId("find").addEventListener("input", () => {
    const wanted = input("find").value.toLowerCase();
    for (const item of items) item.hidden = !(item.textContent || "").toLowerCase().includes(wanted);
  });
  byId("sort").addEventListener("change", () => {
    const order = ORDERS[input("sort").value];
    const sorted = games.map((entry, i) => ({ entry, item: items[i] })).sort((a, b) => order(a.entry, b.entry));
    byId("all").append(...sorted.map(({ item }) => item));
  });
};
