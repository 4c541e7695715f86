import type { ReactNode } from "react";

/** Scripture is quoted exactly from the World English Bible. */
function Quotation({ reference, children }: { reference: string; children: ReactNode }) {
  return (
    <blockquote className="grid gap-1 border-l border-input pl-5 italic">
      <p>{children}</p>
      <footer className="text-base tracking-wide text-muted-foreground not-italic [font-variant-caps:all-small-caps]">
        {reference}
      </footer>
    </blockquote>
  );
}

/** A page of a sermon as it is while being read aloud: lamp-light on the sentence, a firmer tint on the word. */
export function SampleSermon() {
  return (
    <figure className="grid gap-3">
      <article
        aria-label="A sample sermon"
        className="grid gap-5 rounded-md border bg-card px-6 py-8 font-serif text-reading sm:px-10"
      >
        <header className="grid gap-1">
          <h2 className="text-3xl">When Sleep Will Not Come</h2>
          <p className="text-lg text-muted-foreground italic">A word for the middle of the night</p>
        </header>
        <p>
          It is late, and the house is quiet, and your mind is not. You are not the first to lie here. One of the psalms begins in
          just this place:
        </p>
        <Quotation reference="Psalm 77:4">“You hold my eyelids open. I am so troubled that I can’t speak.”</Quotation>
        <p>
          Notice that he says it to God.{" "}
          <mark className="rounded-sm bg-lamp-soft box-decoration-clone px-0.5 text-foreground">
            He does not <span className="rounded-sm bg-lamp-firm">tidy</span> it first.
          </mark>{" "}
          Too troubled for words, he makes a prayer of that. You may do the same tonight. You need not find the right words for
          your daughter; you may hold her name up, and leave it there.
        </p>
        <Quotation reference="Psalm 4:8">
          “In peace I will both lay myself down and sleep, for you, Yahweh alone, make me live in safety.”
        </Quotation>
        <p>The peace does not come because the morning is certain. It comes because someone else is awake.</p>
      </article>
      <figcaption className="text-sm text-muted-foreground">
        From a sermon on “I lie awake worrying about my daughter”. While it is read aloud, the light moves along with the words.
      </figcaption>
    </figure>
  );
}
