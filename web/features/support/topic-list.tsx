import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { searchTopics, type HelpTopic } from "./help-topics.ts";

/** Searchable questions and answers. */
export function TopicList() {
  const [words, setWords] = useState("");
  const found = searchTopics(words);
  return (
    <div className="grid gap-6">
      <Field label="Search the answers">
        <Input type="search" autoComplete="off" value={words} onChange={(event) => setWords(event.target.value)} />
      </Field>
      <output className={found.length > 0 ? "sr-only" : undefined}>
        {found.length === 0 ? "No answer has these words. Try fewer, or write to us." : words.trim() ? count(found.length) : ""}
      </output>
      {found.length > 0 ? (
        <div className="border-b">
          {found.map((topic) => (
            <Topic key={topic.question} {...topic} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

const count = (answers: number) => (answers === 1 ? "1 answer" : `${answers} answers`);

function Topic({ question, answer, place }: HelpTopic) {
  return (
    <details className="group border-t">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-serif text-lg [&::-webkit-details-marker]:hidden">
        {question}
        <ChevronDown className="size-5 shrink-0 text-muted-foreground transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      <div className="grid max-w-measure gap-3 pb-6 text-muted-foreground">
        {answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {place ? (
          <Link to={place.to} className="link justify-self-start">
            {place.label}
          </Link>
        ) : null}
      </div>
    </details>
  );
}
