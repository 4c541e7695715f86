import type { Pericope } from "../../../pericopes/pericope.ts";
import { type PassageRange, rangesOf, versesIn } from "../../../scripture/passage.ts";
import { overlapsRanges } from "../../../hearing/asked-passage.ts";
import type { Reading } from "../../../hearing/reading.ts";
import type { WriteRequest } from "../writer.ts";

/** When it was last preached to this person: the number of the sermon in their memory, -1 if never. */
const lastTurn = ({ id }: Pericope, memory: WriteRequest["memory"]): number =>
  memory.findLastIndex((keys) => keys.includes(`pericope/${id}`));

const size = (ranges: readonly PassageRange[]): number => ranges.reduce((sum, range) => sum + versesIn(range).length, 0);

/** Of these the one that was preached longest ago; of several the first. */
const byTurn = (some: readonly Pericope[], memory: WriteRequest["memory"]): Pericope | null =>
  some.toSorted((a, b) => lastTurn(a, memory) - lastTurn(b, memory))[0] ?? null;

/** The pericope of a passage that is asked for: the shortest one that shares verses with it, if several do the one whose turn it is. */
export function pericopeOf(
  asked: readonly PassageRange[],
  pericopes: readonly Pericope[],
  memory: WriteRequest["memory"],
): Pericope | null {
  const [first] = asked;
  if (!first) return null;
  const sharing = pericopes.filter(({ ref }) => overlapsRanges(ref, [first]));
  const isWhole = size([first]) > Math.max(0, ...sharing.map(({ ref }) => size(rangesOf(ref))));
  // Who asks for a whole book or chapter can hear another of its passages each time.
  if (isWhole) return byTurn(sharing, memory);
  return sharing.toSorted((a, b) => size(rangesOf(a.ref)) - size(rangesOf(b.ref)))[0] ?? null;
}

/** The pericope for a homily without a passage: of the feast that is named, else nearest to the themes of the reading. */
export function pericopeFor(
  readings: readonly Reading[],
  pericopes: readonly Pericope[],
  memory: WriteRequest["memory"],
): Pericope | null {
  const occasion = readings[0]?.occasion;
  const ofFeast = occasion ? pericopes.filter(({ occasions }) => occasions.includes(occasion)) : [];
  if (ofFeast.length > 0) return byTurn(ofFeast, memory);
  const themes = readings.flatMap(({ theme }) => [theme.id, ...theme.neighbours.slice(0, 2)]);
  for (const id of themes) {
    const near = pericopes
      .filter((one) => one.themes.includes(id))
      .toSorted((a, b) => a.themes.indexOf(id) - b.themes.indexOf(id));
    const found = byTurn(near, memory);
    if (found) return found;
  }
  return byTurn(pericopes, memory);
}
