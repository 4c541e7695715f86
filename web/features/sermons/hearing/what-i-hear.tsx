import { ChevronDown } from "lucide-react";
import { Suspense, useEffect, useId, useRef, useState } from "react";
import type { HeardReading } from "../../../../shared/endpoints/sermons.ts";
import { parseReadingKey } from "../../../../shared/reading.ts";
import { cn } from "../../../lib/cn.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { AudienceChoice } from "./audience-choice.tsx";
import { PossibleFacts } from "./possible-facts.tsx";
import { NONE_HEARD } from "./topic-readings.ts";
import { useHeard, type Choice, type Heard } from "./use-heard.ts";

const SubjectChoice = lazyPart(() => import("./subject-choice.tsx"));
const NONE_CONFIRMED: readonly string[] = [];

const HINT = "Write a few words and pause. I say here what I understand.";

interface WhatIHearProps {
  topic: string;
  disabled: boolean;
  /** What the person changed of it before this was shown. */
  choice: Choice;
  /** Called with what the person changed, to be kept. */
  onChoice: (choice: Choice) => void;
}

/** One line below the topic that says what is heard in it, and lets the person put it right. Below an empty topic nothing is seen of it. */
export function WhatIHear({ topic, disabled, choice: before, onChoice }: WhatIHearProps) {
  const { heard, choice, language, choose, chooseAudience, confirm, ...hearing } = useHeard(topic, before);
  const isSilent = hearing.isSilent || !topic.trim();
  useEffect(() => {
    if (choice !== before) onChoice(choice);
  }, [choice, before, onChoice]);
  return (
    <section aria-label="What I hear">
      <div
        className={cn(
          "grid gap-0.5 border-l-2 pl-4 transition-colors duration-200",
          heard && "border-lamp",
          isSilent && "border-transparent",
        )}
      >
        {isSilent ? null : <p className="text-sm text-muted-foreground">What I hear</p>}
        {/* Always there, so that a screen reader says what comes into it; once for each sentence, since it changes with the sentence alone. */}
        <output className="block font-serif text-balance sm:text-lg">
          {heard ? <Sentence reading={heard.reading} /> : null}
          {language ? (
            <span lang={language.code} dir="auto" className="block pr-4">
              {language.writesInEnglish}
            </span>
          ) : null}
        </output>
        {heard ? (
          <>
            <div className="flex flex-wrap items-center gap-x-5 text-sm">
              <AudienceChoice value={heard.audience} heard={heard.heardAudience} disabled={disabled} onChange={chooseAudience} />
              <NotQuite heard={heard} disabled={disabled} onChoose={choose} />
            </div>
            <PossibleFacts
              possible={heard.possible}
              confirmed={choice.confirmed ?? NONE_CONFIRMED}
              disabled={disabled}
              onConfirm={confirm}
            />
          </>
        ) : isSilent ? null : (
          <p className="text-muted-foreground">{HINT}</p>
        )}
      </div>
    </section>
  );
}

function Sentence({ reading: { heard, passage } }: { reading: HeardReading }) {
  if (passage === null || heard.includes(passage)) return heard;
  return (
    <>
      {heard} <span className="whitespace-nowrap text-muted-foreground">With {passage}.</span>
    </>
  );
}

const isNone = ({ heard }: HeardReading) => heard === NONE_HEARD;

interface NotQuiteProps {
  heard: Heard;
  disabled: boolean;
  onChoose: (theme: string) => void;
}

/** What it could be instead. One tap chooses, and closes the list; at its end are all subjects. */
function NotQuite({ heard: { reading: chosen, others }, disabled, onChoose }: NotQuiteProps) {
  const [opened, setOpened] = useState(false);
  const open = opened && !disabled;
  const list = useId();
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpened(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        disabled={disabled}
        className="ml-auto inline-flex min-h-11 items-center gap-1.5 text-muted-foreground transition-colors hover:text-foreground disabled:opacity-60"
        onClick={() => setOpened(!open)}
      >
        Not quite?
        <ChevronDown className={cn("size-4 transition-transform", open && "rotate-180")} aria-hidden />
      </button>
      {open ? (
        <ul id={list} aria-label="What it could be instead" className="grid w-full divide-y border-y max-sm:order-2">
          {others.map((reading) => (
            <li key={reading.key}>
              <button
                type="button"
                className={cn(
                  "-mx-2 min-h-11 w-[calc(100%+1rem)] rounded-md px-2 py-2 text-left text-base hover:bg-muted",
                  isNone(reading) ? "text-muted-foreground" : "font-serif",
                )}
                onKeyDown={(event) => {
                  if (event.key === "Escape") close();
                }}
                onClick={() => {
                  onChoose(parseReadingKey(reading.key).theme);
                  close();
                }}
              >
                {isNone(reading) ? "None of these" : reading.heard}
              </button>
            </li>
          ))}
          <li className="py-2">
            <Suspense>
              <SubjectChoice theme={parseReadingKey(chosen.key).theme} disabled={disabled} onChoose={onChoose} />
            </Suspense>
          </li>
        </ul>
      ) : null}
    </>
  );
}
