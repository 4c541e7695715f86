import type { PossibleFact } from "../../../../shared/endpoints/sermons.ts";

interface PossibleFactsProps {
  possible: readonly PossibleFact[];
  confirmed: readonly string[];
  disabled: boolean;
  onConfirm: (fact: string, isSo: boolean) => void;
}

/** Asks what else is so: what is written about somebody without their word must have been said clearly. */
export function PossibleFacts({ possible, confirmed, disabled, onConfirm }: PossibleFactsProps) {
  if (possible.length === 0) return null;
  return (
    <fieldset>
      <legend className="text-sm text-muted-foreground">Is any of this so? I write only about what you tell me.</legend>
      <div className="flex flex-wrap gap-x-5 text-sm">
        {possible.map(({ fact, told }) => (
          <label
            key={fact}
            className="inline-flex min-h-11 items-center gap-2 text-muted-foreground transition-colors hover:text-foreground has-checked:text-foreground has-disabled:opacity-60"
          >
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-primary"
              checked={confirmed.includes(fact)}
              disabled={disabled}
              onChange={({ target }) => onConfirm(fact, target.checked)}
            />
            {told}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
