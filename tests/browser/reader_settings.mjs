// What readers set for themselves must lose nothing: wider text (WCAG 1.4.12), and their own colours in
// place of the page's (forced colours, WCAG 1.4.1 and 1.4.11). Both are looked at in the page as it is.

import assert from "node:assert/strict";

/** WCAG 1.4.12, all four at once. */
const SPACING = "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

/**
 * Of a page: what cuts its text, what spills out of a box that others stand below, and which texts lie
 * over each other. Charts are pictures, and have tables.
 */
function faultsOfText() {
  const name = (own) => `${own.tagName.toLowerCase()}${own.id ? `#${own.id}` : ""}${[...own.classList].map((part) => `.${part}`).join("")}`;
  // Fields scroll their text by themselves.
  const OTHERS = "svg, .visually-hidden, select, input, textarea, script, style, dialog:not([open])";
  const faults = [];
  const texts = [];
  // Asked for again and again, of the same ancestors.
  const styles = new Map();
  const styleOf = (own) => {
    if (!styles.has(own)) {
      const { position, clipPath, display, overflowX, overflowY, overflow, textOverflow, webkitLineClamp, color } = getComputedStyle(own);
      styles.set(own, { position, clipPath, display, overflowX, overflowY, overflow, textOverflow, webkitLineClamp, color });
    }
    return styles.get(own);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement;
    if (!node.data.trim() || own.closest(OTHERS) || !own.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    // A sign stands in its place.
    if (styleOf(own).color === "rgba(0, 0, 0, 0)") continue;
    let isFixed = false;
    for (let around = own; around !== document.body && around; around = around.parentElement) {
      const style = styleOf(around);
      if (/fixed|sticky|absolute/.test(style.position)) isFixed = true;
      // Hidden from view, not from screen readers.
      if (style.clipPath !== "none") break;
      if (seen.has(around) || style.display === "inline") continue;
      seen.add(around);
      const [x, y] = [around.scrollWidth - around.clientWidth, around.scrollHeight - around.clientHeight];
      const cuts = (way) => /hidden|clip/.test(way);
      if (cuts(style.overflowX) && x > 1 && style.textOverflow !== "ellipsis") faults.push(`${name(around)} cuts ${x} px of its lines`);
      // Of a caption of so many lines the rest is in the larger view.
      if (cuts(style.overflowY) && y > 1 && style.webkitLineClamp === "none") faults.push(`${name(around)} cuts ${y} px of its height`);
      if (/BUTTON|SUMMARY/.test(around.tagName) && style.overflow === "visible" && (x > 1 || y > 1)) faults.push(`${name(around)} is ${x} × ${y} px too small`);
    }
    if (isFixed) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // Lines of one text overlap where it is set tight, and letters reach beyond their line.
    for (const { left, top, right, bottom } of range.getClientRects()) {
      const inset = 0.2 * (bottom - top);
      if (right - left > 2) texts.push({ own, node, left: left + 1, right: right - 1, top: top + inset, bottom: bottom - inset });
    }
  }
  texts.sort((a, b) => a.top - b.top);
  // Areas that scroll, and captions of so many lines, hide what is beside them.
  const isCovered = ({ own, left, top, right, bottom }) => {
    for (let around = own; around; around = around.parentElement) {
      if (styleOf(around).overflowX === "visible") continue;
      const area = around.getBoundingClientRect();
      if (right > area.right || left < area.left || bottom > area.bottom || top < area.top) return true;
    }
    return false;
  };
  for (const [place, one] of texts.entries()) {
    for (let next = place + 1; next < texts.length && texts[next].top < one.bottom; next += 1) {
      const other = texts[next];
      if (one.node === other.node || one.right <= other.left || other.right <= one.left) continue;
      if (isCovered(one) || isCovered(other)) continue;
      faults.push(`“${one.node.data.trim().slice(0, 30)}” (${name(one.own)}) and “${other.node.data.trim().slice(0, 30)}” (${name(other.own)}) overlap`);
    }
  }
  return [...new Set(faults)];
}

/** Small things that say something by their colour alone, and what is chosen among its like. */
function noteColours() {
  const isSeen = (colour) => !/^(transparent|rgba\(.*, 0\))$/.test(colour);
  const marks = [...document.querySelectorAll("main *, header *")].filter((own) => {
    if (own.children.length > 0 || own.textContent.trim() || /^(IMG|INPUT|CANVAS|BR|HR)$/.test(own.tagName) || own.closest("svg, .picture, .skeleton")) return false;
    const { width, height } = own.getBoundingClientRect();
    const { backgroundColor, backgroundImage } = getComputedStyle(own);
    return width >= 4 && height >= 3 && own.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && (isSeen(backgroundColor) || backgroundImage !== "none");
  });
  globalThis.marksOfColour = marks;
}

/** Charts whose figure does not say in a sentence what they show. */
const chartsWithoutWords = () =>
  [...document.querySelectorAll("figure:has(> .plot, > div > .plot)")]
    .filter((own) => own.querySelector(".plot :is(circle, rect, path):not(.land)") && !own.querySelector("figcaption > .visually-hidden"))
    .map((own) => own.querySelector("figcaption").innerText);

function faultsOfColours() {
  const name = (own) => `${own.tagName.toLowerCase()}.${own.className}`;
  const look = (own) => {
    const style = getComputedStyle(own);
    const sides = ["Top", "Right", "Bottom", "Left"].map((side) => `${style[`border${side}Width`]} ${style[`border${side}Style`]} ${style[`border${side}Color`]}`);
    return JSON.stringify([style.color, style.backgroundColor, style.backgroundImage, style.outlineStyle, style.outlineWidth, style.textDecorationLine, style.fontWeight, sides]);
  };
  const faults = [];
  const isSeen = (colour) => !/^(transparent|rgba\(.*, 0\))$/.test(colour);
  const ground = (own) => {
    for (let around = own; around; around = around.parentElement) {
      const { backgroundColor } = getComputedStyle(around);
      if (isSeen(backgroundColor)) return backgroundColor;
    }
    return "";
  };
  for (const own of globalThis.marksOfColour) {
    if (!own.isConnected) continue;
    const style = getComputedStyle(own);
    const hasEdge = ["Top", "Bottom", "Left", "Right"].some((side) => parseFloat(style[`border${side}Width`]) > 0 && style[`border${side}Style`] !== "none");
    const isFilled = style.backgroundImage !== "none" || (isSeen(style.backgroundColor) && style.backgroundColor !== ground(own.parentElement));
    if (!hasEdge && !isFilled) faults.push(`${name(own)} has vanished`);
  }
  // Of the current one or the pressed one among its like.
  for (const [mark, off] of [["aria-current", null], ["aria-selected", "false"], ["aria-pressed", "false"]]) {
    for (const own of document.querySelectorAll(`[${mark}]:not([${mark}="false"])`)) {
      if (!own.checkVisibility({ visibilityProperty: true })) continue;
      const isOther = (other) => other !== own && other.tagName === own.tagName && other.className === own.className && other.checkVisibility({ visibilityProperty: true }) && [off, "false"].includes(other.getAttribute(mark));
      const among = own.closest("ul, ol, nav, [role=tablist], [role=listbox], table, fieldset, .buttons");
      const other = among && [...among.querySelectorAll(own.tagName.toLowerCase())].find(isOther);
      if (!other) continue;
      const looks = (all) => [all, ...all.querySelectorAll("*")].map(look).join();
      if (looks(own) === looks(other)) faults.push(`${name(own)} (${mark}) looks as the others do`);
    }
  }
  return [...new Set(faults)];
}

/**
 * Asserts that wider text is neither cut nor over other text, that charts are said in words, and that
 * nothing is said by our colours alone.
 */
export async function assertReadersSettings(page, name) {
  for (const width of [1280, 380]) {
    await page.setViewportSize({ width, height: 800 });
    const faults = async (spacing) => {
      await page.evaluate(async (spacing) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(spacing);
        document.adoptedStyleSheets = [sheet];
        await new Promise(requestAnimationFrame);
      }, spacing);
      return page.evaluate(faultsOfText);
    };
    const after = await faults(SPACING);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    // What is cut without it is meant to be. Numbers of pixels may differ.
    const kinds = (all) => all.map((fault) => fault.replaceAll(/[\d.]+ (px|×)/g, "…"));
    const before = after.length ? kinds(await faults("")) : [];
    await page.evaluate(() => (document.adoptedStyleSheets = []));
    assert.deepEqual(after.filter((_, at) => !before.includes(kinds(after)[at])), [], `${name}: text of wider spacing at ${width} px`);
    assert.equal(excess, 0, `${name} with wider spacing at ${width} px is ${excess} px too wide`);
  }
  assert.deepEqual(await page.evaluate(chartsWithoutWords), [], `${name}: charts without words`);
  await page.evaluate(noteColours);
  await page.emulateMedia({ forcedColors: "active" });
  const faults = await page.evaluate(faultsOfColours);
  await page.emulateMedia({ forcedColors: null });
  assert.deepEqual(faults, [], `${name} in forced colours`);
}
