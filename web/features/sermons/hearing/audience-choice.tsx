import { useId } from "react";
import type { Audience } from "../../../../shared/reading.ts";
import { cn } from "../../../lib/cn.ts";

const CHOICES: readonly [Audience, string][] = [
  ["self", "for me"],
  ["other", "for someone I love"],
  ["congregation", "for a congregation"],
];

interface AudienceChoiceProps {
  value: Audience;
  /** A group or children are offered if they were heard. */
  heard: Audience;
  disabled: boolean;
  onChange: (audience: Audience) => void;
}

/** Chooses whom the sermon is for. */
export function AudienceChoice({ value, heard, disabled, onChange }: AudienceChoiceProps) {
  const name = useId();
  const isOffered = CHOICES.some(([audience]) => audience === heard);
  const choices = isOffered ? CHOICES : [...CHOICES, [heard, "for others I speak to"] as const];
  return (
    <div role="radiogroup" aria-label="Whom the sermon is for" className="contents">
      {choices.map(([audience, label], i) => (
        <label
          key={audience}
          className={cn(
            "inline-flex min-h-11 items-center gap-2 text-muted-foreground transition-colors hover:text-foreground has-checked:text-foreground has-disabled:opacity-60",
            // On a phone "Not quite?" stands in the first row, so that four choices need no third one.
            i >= 2 && "max-sm:order-1",
          )}
        >
          <input
            type="radio"
            name={name}
            className="size-4 shrink-0 rounded-full accent-primary"
            checked={value === audience}
            disabled={disabled}
            onChange={() => onChange(audience)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
