import { useEffect, useLayoutEffect, type RefObject } from "react";
import { TOPIC_MAX_CHARS } from "../../../../shared/constants.ts";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { takeCursor } from "./cursor.ts";

export const TOPIC_LABEL = "Your topic or theme";
/** How the field looks, here and in the form that stands in its place before (waiting-form.tsx). */
export const TOPIC_FIELD = {
  rows: 5,
  autoComplete: "off",
  placeholder: "For example: I lie awake worrying about my daughter",
  className: "max-h-[calc(11lh+1.25rem)] min-h-40 font-serif text-lg placeholder:italic",
} as const;

/** The character counter is shown when fewer characters are left. */
const SHOW_COUNTER_BELOW = 200;

/** How many characters a topic may still get, without the spaces around it. */
export const charactersLeft = (topic: string): number => TOPIC_MAX_CHARS - topic.trim().length;

/** Puts the cursor behind the last word and shows it. */
export function goToEnd(box: HTMLTextAreaElement): void {
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
  box.scrollTop = box.scrollHeight;
}

interface TopicBoxProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  topic: string;
  disabled: boolean;
  /** What is missing, after a sermon was asked for without a topic. */
  missing: string | undefined;
  onChange: (topic: string) => void;
  onSubmit: () => void;
}

/** The field for the topic: it grows to eleven lines and scrolls within from then on. What is wrong with a topic is said below it. */
export function TopicBox({ ref, topic, disabled, missing, onChange, onSubmit }: TopicBoxProps) {
  const left = charactersLeft(topic);
  const tooLong = left < 0 ? `Please shorten your topic by ${-left} ${left === -1 ? "character" : "characters"}.` : undefined;
  useLayoutEffect(() => {
    if (ref.current) takeCursor(ref.current);
  }, [ref]);
  useEffect(() => {
    // Words that were there before: their end is where somebody goes on.
    if (ref.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, [ref]);
  return (
    <Field
      label={TOPIC_LABEL}
      error={tooLong ?? missing}
      hint={left >= 0 && left < SHOW_COUNTER_BELOW ? `${left} of ${TOPIC_MAX_CHARS} characters left` : undefined}
    >
      <Textarea
        ref={ref}
        value={topic}
        disabled={disabled}
        {...TOPIC_FIELD}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit();
        }}
      />
    </Field>
  );
}
