/* Looks at one page as it stands and tells what does not fit: [what, where, the words]. */

(() => {
  const SLACK = 1.5;
  const SHORT = 20; // a hero of so many letters fits in two lines
  const LONG = 18; // a word of so many letters is a name that may break
  const seen = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const where = element => {
    const names = [];
    for (let one = element; one && one.id !== "stage" && names.length < 4; one = one.parentElement)
      names.unshift(one.tagName.toLowerCase() + (one.classList.length ? `.${[...one.classList].join(".")}` : ""));
    return names.join(" > ");
  };
  const words = element => element.textContent.replace(/\s+/g, " ").trim().slice(0, 60);
  const hidden = element =>
    element.closest(".visually-hidden, svg, [hidden], .board, .introduction ol") ||
    getComputedStyle(element).clipPath === "inset(50%)";

  function* texts(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.data.trim() && !hidden(node.parentElement) && seen(node.parentElement)) yield node;
  }

  const lines = rects => {
    const tops = [];
    for (const rect of rects)
      if (rect.width > 0.5 && !tops.some(top => Math.abs(top - rect.top) < rect.height / 2)) tops.push(rect.top);
    return tops.length;
  };

  function rectsOf(node, from, to) {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()];
  }

  /* Nothing scrolls inside, nothing is cut off. */
  function* clipped(root) {
    for (const box of [root, ...root.querySelectorAll("*")]) {
      if (hidden(box) || !seen(box)) continue;
      const style = getComputedStyle(box);
      if (style.display === "inline" || style.textOverflow === "ellipsis") continue;
      const tall = box.scrollHeight > box.clientHeight + SLACK && style.overflowY !== "visible";
      const wide = box.scrollWidth > box.clientWidth + SLACK && style.overflowX !== "visible";
      if (tall || wide)
        yield [
          "cut or scrolling inside",
          where(box),
          `${words(box)} (${box.scrollWidth}×${box.scrollHeight} in ${box.clientWidth}×${box.clientHeight})`,
        ];
    }
  }

  const BOXES =
    ".button, .pictured-player, .seat, .small-button, .prompt, .whose, .news, .entry, .bar, .side, .podium li, .proposal, .notice, main";

  function* placed(node, isStage) {
    const element = node.parentElement;
    const rects = rectsOf(node, 0, node.data.length).filter(rect => rect.width > 0.5);
    if (!rects.length || getComputedStyle(element).textOverflow === "ellipsis") return;
    const box = element.closest(BOXES).getBoundingClientRect();
    for (const rect of rects) {
      const inView =
        rect.left >= -SLACK &&
        rect.right <= innerWidth + SLACK &&
        (!isStage || (rect.top >= -SLACK && rect.bottom <= innerHeight + 4));
      const inBox =
        rect.left >= box.left - SLACK &&
        rect.right <= box.right + SLACK &&
        rect.top >= box.top - 6 &&
        rect.bottom <= box.bottom + 6;
      if (!inView) return yield ["outside the screen", where(element), words(element)];
      if (!inBox) return yield ["outside its box", where(element), words(element)];
    }
    if (!isStage) return;
    const { left, top, width, height } = rects[0];
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (hit && !hit.contains(element) && !element.contains(hit))
      yield ["covered", where(element), `${words(element)} by ${where(hit)}`];
  }

  /* Words without spaces between them are parted by marks; a number stays with what it counts. */
  const MARKS = /[\u2060\u200b]/;
  const PIECE = /[^ \n\u200b]+/g;
  const BROAD = /[^\u2060\u0e31-\u0e3a\u0e47-\u0e4e]/g;

  function* torn(node) {
    for (const { 0: piece, index } of node.data.matchAll(PIECE))
      if (piece.match(BROAD).length < LONG && lines(rectsOf(node, index, index + piece.length)) > 1)
        yield ["broken word", where(node.parentElement), piece];
  }

  function* broken(node, segmenter) {
    if (lines(rectsOf(node, 0, node.data.length)) < 2) return;
    if (MARKS.test(node.data)) return yield* torn(node);
    for (const { segment, index, isWordLike } of segmenter.segment(node.data)) {
      if (!isWordLike || segment.length < 2 || segment.length >= LONG) continue;
      if (lines(rectsOf(node, index, index + segment.length)) > 1)
        yield ["broken word", where(node.parentElement), segment];
    }
  }

  /* The longest word, as wide as it is. */
  const widest = line => {
    const text = line.firstChild;
    const all = [...text.data.matchAll(/\S+/g)];
    return Math.max(
      ...all.flatMap(({ 0: word, index }) => rectsOf(text, index, index + word.length)).map(rect => rect.width),
    );
  };

  function* hero(root, { least, short, most }) {
    const line = root.querySelector("#line h1") || root.querySelector("h1");
    if (!line) return yield ["no hero", where(root), ""];
    const size = parseFloat(getComputedStyle(line).fontSize);
    const said = line.textContent.trim();
    if (size < least - 0.1) yield ["hero too small", `${size} px`, said];
    if (size > most + 0.1) yield ["hero too large", `${size} px`, said];
    const isShort = said.length <= SHORT && (widest(line) * short) / size <= line.clientWidth + SLACK;
    if (isShort && size < short - 0.1) yield ["short hero too small", `${size} px`, said];
  }

  function* controls(root, isStage) {
    for (const control of root.querySelectorAll("a, button, summary, select, input:not([type=hidden]), label.small-button")) {
      if (hidden(control) || !seen(control) || control.matches(".spot, .cover, label input")) continue;
      const { width, height } = control.getBoundingClientRect();
      const isMain = isStage && control.matches(".button.main, .dice .button, .undo .button, .ends .button");
      if (width < 43.5 || height < 43.5)
        yield ["control under 44", where(control), `${width.toFixed()}×${height.toFixed()} ${words(control)}`];
      else if (isMain && height < 71.5)
        yield ["main control under 72", where(control), `${height.toFixed()} ${words(control)}`];
    }
  }

  window.lookAt = limits => {
    const root = document.getElementById("content");
    const isStage = root.matches(".stage");
    const found = [];
    const segmenter = new Intl.Segmenter(document.documentElement.lang, { granularity: "word" });
    const page = document.scrollingElement;
    if (page.scrollWidth > innerWidth + SLACK) found.push(["page wider than the screen", "", `${page.scrollWidth}`]);
    if (isStage && page.scrollHeight > innerHeight + SLACK)
      found.push(["page taller than the screen", "", `${page.scrollHeight}`]);
    if (isStage) found.push(...clipped(root));
    for (const node of texts(root)) found.push(...placed(node, isStage), ...broken(node, segmenter));
    found.push(...hero(root, limits), ...controls(root, isStage));
    return found;
  };

  window.swapIn = (html, language, text) => {
    const page = document.documentElement;
    if (page.lang !== language) page.lang = language;
    if (page.dataset.text !== text) page.dataset.text = text;
    document.getElementById("content").outerHTML = html;
    window.fitNow?.(document.getElementById("content"));
  };

  window.lookAtAll = async (pages, language, sizes, limits) => {
    if (!window.fitNow) {
      const script = [...document.querySelectorAll("link[rel=modulepreload]")].find(link => /fit_text\b/.test(link.href));
      window.fitNow = script && (await import(script.href)).fit;
      await document.fonts.ready;
    }
    const told = pages.map(() => []);
    // One size after the other: a change of it has the whole document styled anew.
    for (const text of sizes)
      pages.forEach((html, place) => {
        swapIn(html, language, text);
        told[place].push(...lookAt(limits).map(found => [text, ...found]));
      });
    return told;
  };
})();
