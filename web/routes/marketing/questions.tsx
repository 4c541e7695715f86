import { ChevronDown } from "lucide-react";

export type Question = readonly [question: string, answer: string];

interface QuestionsProps {
  questions: readonly Question[];
  /** Name of the `<details>` group, of which one can be open at a time. */
  name: string;
  /** Open the first question. */
  firstOpen?: boolean;
}

/** Collapsible questions and answers, with `<details>`, which needs no script. */
export function Questions({ questions, name, firstOpen = false }: QuestionsProps) {
  return (
    <div className="max-w-3xl border-b">
      {questions.map(([question, answer], index) => (
        <details key={question} name={name} open={firstOpen && index === 0} className="group border-t">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-serif text-lg [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              className="size-5 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
              aria-hidden
            />
          </summary>
          <p className="max-w-measure pb-6 text-muted-foreground">{answer}</p>
        </details>
      ))}
    </div>
  );
}
