import { useQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { collectionsQuery } from "../collections/collections.ts";
import { EVERYTHING, hasWords, type LibraryFilter } from "../sermon-list.ts";
import { libraryChoicesQuery } from "./library-choices.ts";
import { conditionsOf } from "./library-filter.ts";
import type { LibraryView } from "./library-view.ts";
import { ViewChoice } from "./view-choice.tsx";

interface LibrarySearchProps {
  userId: string;
  filter: LibraryFilter;
  onChange: (part: Partial<LibraryFilter>) => void;
  view: LibraryView;
  onView: (view: LibraryView) => void;
}

/** The field for words, and what else the library can be narrowed down by. */
export function LibrarySearch({ userId, filter, onChange, view, onView }: LibrarySearchProps) {
  const conditions = conditionsOf(filter);
  const [open, setOpen] = useState(conditions > 0);
  const id = useId();
  return (
    <search className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Field label="Search your sermons" className="min-w-48 max-w-sm flex-1">
          <Input
            type="search"
            dir="auto"
            autoComplete="off"
            maxLength={200}
            value={filter.words}
            onChange={(event) => onChange({ words: event.target.value })}
          />
        </Field>
        <div className="flex items-center gap-3">
          <Button variant="outline" aria-expanded={open} aria-controls={id} className="px-4" onClick={() => setOpen(!open)}>
            <ListFilter aria-hidden />
            {conditions > 0 ? `Filter (${conditions})` : "Filter"}
          </Button>
          <ViewChoice view={view} onChange={onView} />
        </div>
      </div>
      <div id={id} hidden={!open}>
        {open ? <Conditions userId={userId} filter={filter} onChange={onChange} /> : null}
      </div>
    </search>
  );
}

/** What `best` means. */
const BEST = { words: "Best match, then newest", collection: "As they were added" } as const;

/** "fear-and-courage" as "Fear and courage". */
const themeLabel = (theme: string) => theme.charAt(0).toUpperCase() + theme.slice(1).replaceAll("-", " ");

function Conditions({ userId, filter, onChange }: Pick<LibrarySearchProps, "userId" | "filter" | "onChange">) {
  const { data: choices } = useQuery(libraryChoicesQuery(userId));
  const { data: collections } = useQuery(collectionsQuery(userId));
  const best = hasWords(filter) ? BEST.words : filter.collection === null ? null : BEST.collection;
  return (
    <div className="grid items-start gap-4 border-t pt-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Theme">
        <Select value={filter.theme ?? ""} onChange={(event) => onChange({ theme: event.target.value || null })}>
          <option value="">Any theme</option>
          {withChosen(choices?.themes, filter.theme).map((theme) => (
            <option key={theme} value={theme}>
              {themeLabel(theme)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Passage" hint="Book, chapter or verses, such as Psalm 23">
        <Input
          type="search"
          autoComplete="off"
          maxLength={100}
          value={filter.passage}
          onChange={(event) => onChange({ passage: event.target.value })}
        />
      </Field>
      <Field label="Length">
        <Select
          value={filter.minutes ?? ""}
          onChange={(event) => onChange({ minutes: event.target.value ? Number(event.target.value) : null })}
        >
          <option value="">Any length</option>
          {withChosen(choices?.minutes, filter.minutes).map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes} minutes
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Voice">
        <Select value={filter.voice ?? ""} onChange={(event) => onChange({ voice: event.target.value || null })}>
          <option value="">Any voice</option>
          {withChosen(choices?.voices, filter.voice).map((voice) => (
            <option key={voice} value={voice}>
              {voice}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Heard or not">
        <Select
          value={filter.heard === null ? "" : String(filter.heard)}
          onChange={({ target: { value } }) => onChange({ heard: value === "" ? null : value === "true" })}
        >
          <option value="">All</option>
          <option value="false">Not heard yet</option>
          <option value="true">Heard</option>
        </Select>
      </Field>
      {collections?.length || filter.collection !== null ? (
        <Field label="Collection">
          <Select
            value={filter.collection ?? ""}
            onChange={(event) => onChange({ collection: event.target.value || null, sort: "best" })}
          >
            <option value="">Any collection</option>
            {collections?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Field label="Order">
        <Select
          // Without words and outside of a collection there is no better order.
          value={!best && filter.sort === "best" ? "newest" : filter.sort}
          onChange={(event) => onChange({ sort: event.target.value as LibraryFilter["sort"] })}
        >
          {best ? <option value="best">{best}</option> : null}
          <option value="newest">Newest first</option>
          <option value="oldest">Oldest first</option>
        </Select>
      </Field>
      <div className="flex flex-wrap items-end justify-between gap-3 self-end">
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-primary"
            checked={filter.favourites}
            onChange={(event) => onChange({ favourites: event.target.checked })}
          />
          Favourites only
        </label>
        <Button variant="ghost" onClick={() => onChange({ ...EVERYTHING, words: filter.words })}>
          Clear filter
        </Button>
      </div>
    </div>
  );
}

/** The values to choose from, with the chosen one, of which there may be no sermon any more. */
function withChosen<Value>(values: readonly Value[] = [], chosen: Value | null): readonly Value[] {
  return chosen === null || values.includes(chosen) ? values : [...values, chosen];
}
