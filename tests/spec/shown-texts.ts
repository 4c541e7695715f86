export interface Wanted {
  /** Texts of the spec. */
  literals: string[];
  /** Sources of regular expressions for those with something filled in. */
  patterns: string[];
}

/** Texts by number: literals first, then patterns. `heading`: first-level heading of the page, for its address. */
export type Report = (shown: { texts: number[]; path: string; heading: string | null }) => void;

/**
 * Tells which wanted texts the document comes to show, each once: as the whole text of an element, its accessible name or its value, or
 * as a sentence within a longer one. Self-contained, since a browser gets it as source. `removed`: also look at what has been taken away
 * already, for documents that change faster than they are looked at.
 */
export function watchTexts({ literals, patterns }: Wanted, report: Report, removed = false): void {
  const LONGEST = 600;
  const numbers = new Map(literals.map((text, i) => [text, i]));
  const sentences = literals.flatMap((text, i) => (text.split(" ").length > 3 ? [[text, i] as const] : []));
  const matchers = patterns.map((source, i) => [new RegExp(`^${source}$`, "s"), literals.length + i] as const);
  const found = new Set<number>();
  const looked = new Set<string>();
  const headings = new Set<string>();

  // Typographic marks are a matter of setting, not of wording.
  const plain = (text: string): string =>
    text.replaceAll("\u2019", "'").replaceAll("\u2026", "...").replaceAll(/\s+/g, " ").trim();

  function numbersIn(text: string): number[] {
    const exact = numbers.get(text);
    return [
      ...(exact === undefined ? [] : [exact]),
      ...sentences.flatMap(([sentence, i]) => (text.includes(sentence) ? [i] : [])),
      ...matchers.flatMap(([matcher, i]) => (matcher.test(text) ? [i] : [])),
    ];
  }

  function look(element: Element, texts: Set<number>): void {
    const values = [element.textContent, element.getAttribute("aria-label"), element.getAttribute("placeholder")];
    if ("value" in element && typeof element.value === "string" && element.getAttribute("type") !== "password")
      values.push(element.value);
    for (const value of values) {
      if (!value || value.length > LONGEST) continue;
      const text = plain(value);
      if (looked.has(text)) continue;
      const here = numbersIn(text).filter((i) => !found.has(i));
      // A text that is not shown yet may be shown later.
      if (here.length > 0 && element.isConnected && !element.checkVisibility?.()) continue;
      looked.add(text);
      for (const i of here) texts.add(i);
    }
  }

  function lookWithin(node: Node, texts: Set<number>): void {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element || element.closest("script, style, template")) return;
    // Its parents are other texts with it.
    for (let outer: Element | null = element, i = 0; outer && i < 4; outer = outer.parentElement, i++) look(outer, texts);
    for (const inner of element.querySelectorAll("*")) look(inner, texts);
  }

  function tell(nodes: Iterable<Node>): void {
    const texts = new Set<number>();
    for (const node of nodes) lookWithin(node, texts);
    const heading = document.querySelector("h1");
    const title = heading?.checkVisibility?.() === false ? null : plain(heading?.textContent ?? "") || null;
    const place = title && `${location.pathname} ${title}`;
    if (texts.size === 0 && (!place || headings.has(place))) return;
    for (const i of texts) found.add(i);
    if (place) headings.add(place);
    report({ texts: [...texts], path: location.pathname, heading: title });
  }

  new MutationObserver((records) => {
    const nodes = new Set<Node>();
    for (const { type, target, addedNodes, removedNodes } of records) {
      if (type !== "childList") nodes.add(target);
      for (const node of addedNodes) nodes.add(node);
      if (removed) for (const node of removedNodes) nodes.add(node);
    }
    tell(nodes);
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["hidden", "open", "class", "aria-label", "value"],
  });
  for (const event of ["toggle", "resize", "load"]) addEventListener(event, () => tell([document.documentElement]), true);
}
