import { useEffect, type KeyboardEvent } from "react";

const SENTENCE = "[data-sentence]";
const numberOf = (element: Element) => Number(element.getAttribute("data-sentence"));
const sentenceElement = (number: number) => document.querySelector<HTMLElement>(`[data-sentence="${number}"]`);

/** Tab reaches one sentence of the text, the one that is heard: a hundred stops would be a wall before the player. */
export function useSentenceStop(isHearable: boolean, sentence: number): void {
  useEffect(() => {
    const stop = isHearable ? (sentenceElement(sentence) ?? document.querySelector<HTMLElement>(SENTENCE)) : null;
    if (!stop) return;
    stop.tabIndex = 0;
    // Not removed: a browser takes the focus away from an element that can no longer have it.
    return () => void (stop.tabIndex = -1);
  }, [isHearable, sentence]);
}

/** On a sentence: the arrows lead to the next and the last one, and Enter hears it. */
export function onSentenceKey(event: KeyboardEvent, hear: (sentence: number) => void): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || !target.matches(SENTENCE)) return;
  if (key === "Enter") hear(numberOf(target));
  const by = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  const next = by === 0 ? null : sentenceElement(numberOf(target) + by);
  if (!next) return;
  event.preventDefault();
  next.tabIndex = -1;
  next.focus();
}
