/** Texts for a sermon that waits for its turn (docs/product.md#place-in-line). */
const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

function before(ahead: number): string {
  if (ahead === 0) return "Yours is the next.";
  return ahead === 1 ? "There is one before you." : `There are ${WORDS[ahead] ?? ahead.toLocaleString("en")} before you.`;
}

function begins(seconds: number | null): string {
  if (seconds === null) return "It begins as soon as it is your turn.";
  if (seconds < 45) return "It begins in less than a minute.";
  const minutes = Math.max(1, Math.round(seconds / 60));
  return `It begins in about ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
}

/** A place in line: how many sermons are before it, and the seconds until it is expected to begin; null: not known. */
export const inWords = ({ ahead, seconds }: { ahead: number; seconds: number | null }): string =>
  `${before(ahead)} ${begins(seconds)}`;
