import { queryOptions } from "@tanstack/react-query";
import { createContext } from "react";
import type { PrintedReference } from "../../../../shared/printed-references.ts";
import { chapter } from "../../../../shared/scripture.ts";
import type { Translation } from "../../../../shared/sermon.ts";

/** Opens the passage of a reference; null where references are not links. */
export const OpenPassage = createContext<((reference: PrintedReference) => void) | null>(null);

/** One chapter of the server's Bible text. Rejects if it can't be loaded. */
export const chapterQuery = (translation: Translation, book: string, number: number) =>
  queryOptions({
    queryKey: ["scripture", translation, book, number],
    queryFn: async ({ signal }) => {
      const response = await fetch(`/scripture/${translation}/${book}/${number}.json`, { signal });
      if (!response.ok) throw new Error(`scripture answered ${response.status}`);
      return chapter.parse(await response.json());
    },
    staleTime: Infinity,
  });
