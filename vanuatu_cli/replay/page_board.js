// The picture: panels with regions, and the changes from ply to ply.

/** @type {{now: number, groups: SVGElement[], panel: number}[]} */
let regions = []; // by number, as in `pictures`
/** @type {{box: HTMLElement | SVGElement, least: number}[]} */
let panels = []; // what shows each panel, and the least size of letters in it
const narrow = matchMedia("(max-width:719px)");
const LEAST = 9; // pixels of the smallest letter
const LONG = 8; // times its height: a panel that is so wide is swiped on a phone, at full size

/** @type {(panel: Panel, x: number, y: number, width: number, height: number) => SVGElement} */
const panelPicture = (panel, x, y, width, height) =>
  svgElement("svg", { class: "vp", viewBox: `${x} ${y} ${width} ${height}`, role: "group", "aria-label": panel.label });

/** @type {(panel: Panel, picture: SVGElement) => void} */
const addFrame = (panel, picture) => {
  const frame = svgElement("g", { "aria-hidden": "true" });
  frame.innerHTML = game.fragments[panel.frame];
  picture.append(frame);
};

/** Return a whole panel; `add` gets the group of each region. @type {(panel: Panel, add: (group: SVGElement, i: number) => void) => SVGElement} */
const wholePanel = (panel, add) => {
  const picture = panelPicture(panel, 0, 0, panel.width, panel.height);
  picture.classList.add("panel");
  picture.setAttribute("data-panel", panel.name);
  addFrame(panel, picture);
  panel.regions.forEach(([x, y], i) => {
    const group = svgElement("g", { transform: `translate(${x} ${y})`, "aria-hidden": "true" });
    picture.append(group);
    add(group, i);
  });
  return picture;
};

/** Return the whole sheet with its panels at their places. @type {(sheet: HTMLElement, add: (panel: number, group: SVGElement, i: number) => void) => SVGElement[]} */
const placePanels = (sheet, add) => {
  const { width, height } = game.sheet;
  return game.sheet.panels.map((panel, at) => {
    const picture = wholePanel(panel, (group, i) => add(at, group, i));
    picture.style.left = (100 * panel.x) / width + "%";
    picture.style.top = (100 * panel.y) / height + "%";
    picture.style.width = (100 * panel.scale * panel.width) / width + "%";
    picture.style.height = (100 * panel.scale * panel.height) / height + "%";
    sheet.append(picture);
    return picture;
  });
};

/** The actions on a phone: three by three, each with its name above and its markers below. @type {(panel: Panel, add: (group: SVGElement, i: number) => void) => HTMLElement} */
const actionGrid = (panel, add) => {
  const grid = make("div", { className: "actions" });
  const width = panel.width - 24, half = Math.round(width / 2);
  panel.names.forEach((name, i) => {
    if (!name.startsWith("action-")) return;
    const cell = make("div", { className: "action" });
    for (const [left, top, wide, high] of [[0, 10, half, 28], [width - half - 8, -1, half + 8, 40]]) {
      const picture = panelPicture(panel, left, top, wide, high);
      const group = svgElement("g", { "aria-hidden": "true" });
      picture.append(group);
      cell.append(picture);
      if (left) picture.setAttribute("aria-hidden", "true");
      add(group, i);
    }
    grid.append(cell);
  });
  return grid;
};

/** Light the actions that the mark of the last move surrounds. @type {(panel: Panel, grid: HTMLElement, fragment: string) => void} */
const lightActions = (panel, grid, fragment) => {
  const lit = [...fragment.matchAll(/class="glow"[^>]* y="(-?[\d.]+)"/g)].map((found) => Number(found[1]));
  const rows = panel.regions.filter((_, i) => panel.names[i].startsWith("action-")).map(([, y]) => y);
  [...grid.children].forEach((cell, row) => {
    cell.classList.toggle("lit", lit.some((y) => rows.every((other) => Math.abs(rows[row] - y) <= Math.abs(other - y))));
  });
};

/** Build the picture of the current game, for this width of the window. */
const layOut = () => {
  const sheet = byId("sheet"), offsets = [0];
  for (const panel of game.sheet.panels) offsets.push(offsets[offsets.length - 1] + panel.regions.length);
  regions = game.sheet.panels.flatMap((panel, at) => panel.regions.map(() => (
    { now: -1, groups: /** @type {SVGElement[]} */ ([]), panel: at })));
  /** @type {(panel: number) => (group: SVGElement, i: number) => void} */
  const into = (panel) => (group, i) => { regions[offsets[panel] + i].groups.push(group); };
  sheet.replaceChildren();
  document.documentElement.style.setProperty("--aspect", String(game.sheet.width / game.sheet.height));
  sheet.className = narrow.matches ? "narrow" : "";
  if (!narrow.matches) {
    panels = placePanels(sheet, (panel, group, i) => into(panel)(group, i)).map((box) => ({ box, least: 0 }));
    keepLegible();
    return;
  }
  const strip = make("div", { className: "strip", tabIndex: 0, role: "group", ariaLabel: "Seats" });
  panels = game.sheet.panels.map((panel, at) => {
    const seat = panel.name.startsWith("seat-");
    const box = panel.name === "actions" ? actionGrid(panel, into(at)) : wholePanel(panel, into(at));
    const row = panel.width > LONG * panel.height ? make("div", { className: "swipe", tabIndex: 0, role: "group", ariaLabel: panel.label }) : null;
    if (row) sheet.append(row);
    (row || (seat ? strip : sheet)).append(box);
    if (seat || row) box.style.setProperty("--px", panel.width + "px");
    return { box, least: 0 };
  });
  sheet.append(strip);
  keepLegible();
};

/** Note the least size of letters of each panel, and enlarge those that never change. */
const keepLegible = () => panels.forEach((panel, at) => {
  if (!(panel.box instanceof SVGElement)) return;
  const scale = panel.box.getBoundingClientRect().width / game.sheet.panels[at].width;
  panel.least = scale > 0 ? LEAST / scale : 0;
  enlarge(panel.box, panel.least);
});

/** Make small letters legible on a small screen. @type {(element: Element, least: number) => void} */
const enlarge = (element, least) => {
  for (const text of element.querySelectorAll("text")) {
    if (Number(text.getAttribute("font-size")) < least) text.setAttribute("font-size", String(Math.ceil(10 * least) / 10));
  }
};

/** Show a fragment in a group; a title makes it an image with a name. @type {(group: SVGElement, fragment: string) => void} */
const fill = (group, fragment) => {
  group.innerHTML = fragment;
  const named = fragment.startsWith("<title>");
  group.setAttribute(named ? "role" : "aria-hidden", named ? "img" : "true");
  group.removeAttribute(named ? "aria-hidden" : "role");
};

/** Show a ply; on a phone, `flash` the panels that change. @type {(ply: number, flash: boolean) => void} */
const drawPly = (ply, flash) => {
  const picture = pictureAt(ply);
  /** @type {Set<number>} */
  const changed = new Set();
  let start = 0;
  game.sheet.panels.forEach((panel, at) => {
    panel.names.forEach((name, i) => {
      const region = regions[start + i], wanted = picture[start + i];
      if (region.now === wanted) return;
      region.now = wanted;
      const fragment = wanted < 0 ? "" : game.fragments[wanted];
      for (const group of region.groups) {
        fill(group, fragment);
        if (panels[at].least) enlarge(group, panels[at].least);
      }
      if (!name.startsWith("mark-")) changed.add(at);
      else if (panels[at].box instanceof HTMLElement) lightActions(panel, /** @type {HTMLElement} */ (panels[at].box), fragment);
    });
    start += panel.regions.length;
  });
  if (flash && narrow.matches) showChanges(changed);
};

/** @type {(changed: Set<number>) => void} */
const showChanges = (changed) => {
  const strip = byId("sheet").querySelector(".strip");
  for (const at of changed) {
    const box = panels[at].box;
    box.classList.remove("flash");
    box.getBoundingClientRect(); // so that the animation starts again
    box.classList.add("flash");
  }
  const seat = [...changed].map((at) => panels[at].box).find((box) => box.parentElement === strip);
  if (seat && strip) strip.scrollLeft += seat.getBoundingClientRect().left - strip.getBoundingClientRect().left - 8;
};

/** The bar of win chances beside the board. */
const drawBar = () => {
  const bar = byId("bar"), known = chancesAt(at);
  bar.classList.toggle("old", !known || known.ply !== at);
  const letters = games[number - 1].letters;
  bar.replaceChildren(...(known ? known.chances : []).map((chance, seat) => {
    const part = make("div", { className: "s-" + letters[seat], textContent: chance >= 6 ? `${letters[seat]} ${chance}` : "" });
    part.style.flexGrow = String(Math.max(chance, 0.01));
    return part;
  }));
  bar.setAttribute("aria-label", "Win chances: " + chancesWords(known));
  bar.title = bar.getAttribute("aria-label") || "";
};

/** @type {(known: {ply: number, chances: number[]} | null) => string} */
const chancesWords = (known) => {
  if (!known) return "unknown";
  const letters = games[number - 1].letters;
  return known.chances.map((chance, seat) => `${letters[seat]} ${chance} %`).join("  ");
};
