const BEGIN = "\uE000";
const END = "\uE001";

/** The place in a text where the words of a search stand, with these marked. It is text, whatever stands in it. */
export function Excerpt({ excerpt }: { excerpt: string }) {
  return (
    <p dir="auto" className="line-clamp-3 font-serif text-sm wrap-anywhere text-muted-foreground">
      {partsOf(excerpt).map(({ at, text, isFound }) =>
        isFound ? (
          <mark key={at} className="rounded-sm bg-lamp-soft text-foreground">
            {text}
          </mark>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </p>
  );
}

interface Part {
  /** Where it begins in the excerpt. */
  at: number;
  text: string;
  isFound: boolean;
}

function partsOf(excerpt: string): Part[] {
  const parts: Part[] = [];
  for (const { index, 0: part } of excerpt.matchAll(/\uE000[^\uE001]*\uE001?|[^\uE000]+/gu)) {
    const isFound = part.startsWith(BEGIN) && part.endsWith(END);
    const text = part.replaceAll(BEGIN, "").replaceAll(END, "");
    if (text !== "") parts.push({ at: index, text, isFound });
  }
  return parts;
}
