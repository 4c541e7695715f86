import { useQuery } from "@tanstack/react-query";
import { TRANSLATION_NAMES, TRANSLATIONS, type Translation } from "../../../shared/sermon.ts";
import { bibleTranslationQuery, useChooseBible } from "./bible-translation.ts";

/** Psalm 23:1 in each translation, to show the difference. */
const SAMPLES: Record<Translation, string> = {
  WEB: "Yahweh is my shepherd: I shall lack nothing.",
  KJV: "The LORD is my shepherd; I shall not want.",
};

/** Chooses the Bible that the next sermons quote; saved at once. */
export function BibleChoice({ userId }: { userId: string }) {
  const { data: stored } = useQuery(bibleTranslationQuery(userId));
  const choose = useChooseBible(userId);
  const chosen = choose.isPending ? choose.variables : stored;
  return (
    <fieldset className="grid gap-3" disabled={chosen === undefined}>
      <legend className="mb-1 font-medium">Bible</legend>
      <p className="text-sm text-muted-foreground">Passages in your next sermons are quoted from it, word for word.</p>
      {TRANSLATIONS.map((translation) => (
        <label key={translation} className="flex min-h-11 items-start gap-3 rounded-md border p-3 has-checked:border-primary">
          <input
            type="radio"
            name="bible-translation"
            className="mt-1 size-4 accent-primary"
            value={translation}
            checked={chosen === translation}
            onChange={() => choose.mutate(translation)}
          />
          <span className="grid gap-0.5">
            {TRANSLATION_NAMES[translation]}
            <span className="font-serif text-muted-foreground italic">{SAMPLES[translation]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
