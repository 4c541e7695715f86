import { readFileSync } from "node:fs";
import type { Accent } from "../accent.ts";

/** Names and other words of the Bible, in lower case, with their phones: "m ow1 z ax z". */
type Names = ReadonlyMap<string, string>;

const LINE = /^([a-z]+): ([a-z01 ]+?)(?: \| ([a-z01 ]+))?$/u;

function read(): Record<Accent, Names> {
  const [american, british] = [new Map<string, string>(), new Map<string, string>()];
  for (const file of ["people.txt", "places.txt"])
    for (const line of readFileSync(new URL(file, import.meta.url), "utf8").split("\n")) {
      if (line === "" || line.startsWith("#")) continue;
      const [, name, common, other] = LINE.exec(line) ?? [];
      if (!name || !common) throw new Error(`${file}: not a name and its phones: ${line}`);
      american.set(name, common);
      british.set(name, other ?? common);
    }
  return { american, british };
}

/** The pronunciation of biblical names in each accent (people.txt, places.txt). */
export const NAMES: Record<Accent, Names> = read();
