// Returns what overlaps in each of the pictures that it gets: texts and symbols on each other, or outside their panels.
"use strict";
const GROUND = /-(?:swell|isle-|part-)/, TOLERANCE = 1.2, RING = 2.5;

const box = (element) => {
  const r = element.getBoundingClientRect();
  let [top, bottom] = [r.top, r.bottom];
  if (element.tagName === "text") { // the box of a line has room for accents and descenders
    const size = parseFloat(getComputedStyle(element).fontSize);
    top += 0.17 * size;
    if (!/[gjpqyQ,;()|]/.test(element.textContent)) bottom -= 0.22 * size;
  }
  return [r.left, top, r.right, bottom];
};
const within = (a, b) => a[0] >= b[0] - 1 && a[2] <= b[2] + 1 && a[1] >= b[1] - 1 && a[3] <= b[3] + 1;
const overlap = (a, b) =>
  Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > TOLERANCE && Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > TOLERANCE;
const named = (element) => {
  const label = element.closest("g[transform]")?.querySelector("title")?.textContent || "";
  const what = element.textContent || element.getAttribute("href")?.replace(/^#vp-/, "") || element.getAttribute("class");
  return `${what} [${label.slice(0, 60)}]`;
};

const check = (svg) => {
  const found = [], items = [];
  for (const panel of svg.querySelectorAll(":scope > g")) {
    const card = panel.querySelector("rect.card").getBoundingClientRect();
    const frame = [card.left, card.top, card.right, card.bottom];
    let before = null;
    for (const element of panel.querySelectorAll("text, use, circle:not(.sea), path.lit, path.wall, rect.halo, rect.line")) {
      const kind = element.tagName;
      if (kind === "use" && GROUND.test(element.getAttribute("href"))) continue;
      const [x, y, right, foot] = box(element);
      if (kind === "rect" && element.classList.contains("halo")) { // a ring hides what it crosses
        for (const side of [[x, y, right, y + 2 * RING], [x, foot - 2 * RING, right, foot], [x, y, x + 2 * RING, foot], [right - 2 * RING, y, right, foot]])
          items.push({ element, kind: "ring", box: side });
        continue;
      }
      if (element.classList.contains("wall")) { // it may be slanted
        const m = element.getScreenCTM(), length = element.getTotalLength();
        for (let at = 0; at <= 16; at++) {
          const p = element.getPointAtLength((length * at) / 16).matrixTransform(m);
          items.push({ element, kind: "path", box: [p.x - 2.5, p.y - 2.5, p.x + 2.5, p.y + 2.5] });
        }
        continue;
      }
      if (element.parentNode.querySelector(".glow")) { // the head of an arrow, or its start
        items.push({ element, kind: "ring", box: [x, y, right, foot] });
        continue;
      }
      const item = { element, kind, box: [x, y, right, foot], label: false };
      if (!within(item.box, frame)) found.push(`${named(element)} leaves its panel`);
      // A text right after a symbol that it is on is the symbol's letter; a symbol on a plate belongs to it.
      const own = before && before.element.parentNode === element.parentNode && within(item.box, before.box);
      if (own && (kind === "text" || before.kind === "rect")) { if (kind !== "text") continue; item.label = true; }
      if (item.label) continue;
      items.push(item);
      if (kind !== "use" || before?.kind !== "rect") before = item;
    }
  }
  items.sort((a, b) => a.box[0] - b.box[0]);
  for (let i = 0; i < items.length; i++)
    for (let j = i + 1; j < items.length && items[j].box[0] < items[i].box[2]; j++) {
      const [a, b] = [items[i], items[j]];
      if (!overlap(a.box, b.box)) continue;
      const same = a.element.getAttribute("class") === b.element.getAttribute("class");
      if (a.kind === "circle" && b.kind === "circle" && same) continue; // a stack of markers of one seat
      if (a.kind === "path" && b.kind === "path" && same) continue; // dikes meet at corners
      if (a.kind === "ring" || b.kind === "ring") {
        const [ring, other] = a.kind === "ring" ? [a, b] : [b, a];
        if (other.kind === "ring" || !(other.element.compareDocumentPosition(ring.element) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
      }
      found.push(`${named(a.element)} over ${named(b.element)}`);
    }
  return found;
};
const main = document.querySelector("main");
main.innerHTML = arguments[0];
return [...main.children].map(check);
