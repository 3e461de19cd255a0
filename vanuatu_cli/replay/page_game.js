// The games of the page, and the way through the current one. The scripts of the page share one scope.

/**
 * A game in the list.
 * @typedef {{names: string[], letters: string, result: string, winners: number[], plies: number, game: string,
 *   event?: string, date?: string, ended?: string, file?: string,
 *   worst?: {place: string, seat: number, mark: string, cost: [number, number]}}} Entry
 * @typedef {{name: string, label: string, x: number, y: number, width: number, height: number, scale: number, frame: number,
 *   names: string[], regions: [number, number][]}} Panel
 * The annotations of a move. Chances and `lost` are percentages.
 * @typedef {{glyphs?: string, mark?: string, text?: string[], facts?: string[], chances?: number[],
 *   loss?: number, lost?: number}} Note
 * @typedef {{seat: string, moves: number, lost: number, lost_sd: number, luck: number, luck_sd: number,
 *   accuracy: number, skill: string}} SeatReview
 * A game with all plies of its main line (up to `main`) and of its variations, by number; 0 is the start.
 * @typedef {{sheet: {width: number, height: number, panels: Panel[]}, fragments: string[],
 *   changes: number[][], rounds: number[], seats: string, tokens: string[], words: string[], phases: string[],
 *   headings: Record<string, string>, acts: number[], positions: string[], parents: Record<string, number>,
 *   notes: Record<string, Note>, variations: Record<string, [number, number, string[], string][]>, main: number,
 *   round: string, scores: number[][], review: {reviewer: string, seats: SeatReview[]} | null, pvn: string}} Game
 */

const SVG = "http://www.w3.org/2000/svg", SEATS = "ptyob";
const SEAT_NAMES = ["Purple", "Teal", "Yellow", "Orange", "Blue"];
/** @type {(id: string) => HTMLElement} */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {(id: string) => HTMLInputElement} */
const input = (id) => /** @type {HTMLInputElement} */ (byId(id));
/** @type {Entry[]} */
const games = JSON.parse(byId("games").textContent || "[]");

let number = 0; // of the current game, from 1
let game = /** @type {Game} */ (/** @type {unknown} */ (null));
let at = 0; // the current ply
/** @type {number[][]} */
let pictures = []; // for each ply, as far as known, the fragment of each region
/** @type {[number, number][]} */
let within = []; // rounds and numbers within the round of the plies of the main line

/**
 * Make an element of HTML; text is set as text, never as markup.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} properties
 * @param {(Node | string)[]} children
 */
const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

/** @type {(name: string, attributes?: Record<string, string | number>) => SVGElement} */
const svgElement = (name, attributes = {}) => {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const key in attributes) element.setAttribute(key, String(attributes[key]));
  return element;
};

/** Unpack a game. @type {(which: number) => Promise<Game>} */
const unpacked = async (which) => {
  const text = atob(byId("game-" + which).textContent || "");
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
};

/** @type {(ply: number) => number} */
const parentOf = (ply) => game.parents[ply] ?? ply - 1;
/** @type {(ply: number) => Note} */
const noteOf = (ply) => game.notes[ply] || {};
/** @type {(ply: number) => string} */
const seated = (ply) => (game.seats[ply] === "#" ? "" : game.seats[ply] + ":") + game.tokens[ply];
/** @type {(ply: number) => number} */
const seatOf = (ply) => SEATS.indexOf(game.seats[ply]);
/** The name of a player, or the colour of the seat. @type {(seat: number) => string} */
const nameOf = (seat) => {
  const named = games[number - 1].names[seat];
  return !named || named === "?" ? SEAT_NAMES[seat] : named;
};

/** Return what every region shows at a ply: the picture before it, and the changes. @type {(ply: number) => number[]} */
const pictureAt = (ply) => {
  const way = [];
  let from = ply;
  while (from > 0 && !pictures[from]) { way.push(from); from = parentOf(from); }
  let picture = pictures[from];
  for (const next of way.reverse()) {
    picture = picture.slice();
    const changes = game.changes[next];
    for (let i = 0; i < changes.length; i += 2) picture[changes[i]] = changes[i + 1];
    pictures[next] = picture;
  }
  return picture;
};

/** Take an unpacked game as the current one. @type {(found: Game, which: number) => void} */
const take = (found, which) => {
  game = found;
  number = which;
  const first = new Array(game.sheet.panels.reduce((sum, panel) => sum + panel.regions.length, 0)).fill(-1);
  game.changes[0].forEach((region, i, all) => { if (i % 2 === 0) first[region] = all[i + 1]; });
  pictures = [first];
  within = [[0, 0]];
  /** @type {Record<number, number>} */
  const count = {};
  for (let ply = 1; ply <= game.main; ply++) {
    const round = game.rounds[ply];
    count[round] = (count[round] || 0) + 1;
    within.push([round, count[round]]);
  }
};

/** The place of a ply in the address of the page. @type {(ply: number) => string} */
const placeOf = (ply) => {
  if (ply === 0) return "g" + number;
  return ply <= game.main ? "g" + number + "." + within[ply].join(".") : "g" + number + ".v" + ply;
};
/** The place of a ply in words. @type {(ply: number) => string} */
const placeWords = (ply) => (ply <= game.main ? within[ply].join(".") : "variation");
/** The ply of a place: `5`, `5.12`, `v340`. @type {(place: string) => number} */
const plyAt = (place) => {
  if (place[0] === "v") return Math.min(Math.max(0, Number(place.slice(1))), game.tokens.length - 1);
  const [round, ply = 0] = place.split(".").map(Number);
  let best = 0;
  for (let i = 1; i <= game.main; i++) {
    const [r, p] = within[i];
    if (r < round || (r === round && p <= ply)) best = i;
  }
  return best;
};

/** Return the ply of the main line at which a variation begins. @type {(ply: number) => number} */
const trunk = (ply) => { while (ply > game.main) ply = parentOf(ply); return ply; };
/** @type {(ply: number) => number} */
const following = (ply) => {
  if (ply <= game.main) return Math.min(ply + 1, game.main);
  return ply + 1 < game.tokens.length && parentOf(ply + 1) === ply ? ply + 1 : ply;
};
/** @type {() => number} */
const lineEnd = () => { let ply = at; while (following(ply) !== ply) ply = following(ply); return ply; };
/** Return the first ply of the round before or after. @type {(step: number) => number} */
const byRound = (step) => {
  const ply = trunk(at), round = game.rounds[ply];
  for (let i = ply + step; i > 0 && i <= game.main; i += step) {
    if (step > 0 && game.rounds[i] !== round) return i;
    if (step < 0 && within[i][1] === 1) return i;
  }
  return step > 0 ? game.main : 0;
};
/** Return the played move and the first moves of its variations. @type {(ply: number) => number[]} */
const alternatives = (ply) => {
  for (const key in game.variations) {
    const all = [Number(key), ...game.variations[key].map(([first]) => first)];
    if (all.includes(ply)) return all;
  }
  return [ply];
};

/** Return the win chances that are known at a ply, with their ply: those of the last move that has them. @type {(ply: number) => {ply: number, chances: number[]} | null} */
const chancesAt = (ply) => {
  for (let from = ply; from > 0; from = parentOf(from)) {
    const chances = noteOf(from).chances;
    if (chances) return { ply: from, chances };
  }
  return null;
};
