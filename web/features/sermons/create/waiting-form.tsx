import { useLayoutEffect, useRef } from "react";
import { DEFAULT_DURATION } from "../../../../shared/constants.ts";
import { DEFAULT_VOICE } from "../../../../shared/voices.ts";
import { cn } from "../../../lib/cn.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { StartingPoints } from "./beginnings.tsx";
import { leaveCursor } from "./cursor.ts";
import { TOPIC_FIELD, TOPIC_LABEL } from "./topic-box.tsx";
import { readTopicDraft, storeTopicDraft } from "./topic-draft.ts";
import { ABOUT_LENGTH, BELOW_TOPIC_CLASS, CHOICES_CLASS } from "./topic-form.tsx";

function keepTopic(userId: string, topic: string): void {
  storeTopicDraft(userId, { ...readTopicDraft(userId), topic, asked: false });
}

/**
 * The topic form before it is known whose it is: HTML before any script runs, in which one can write at once. What is typed is kept as the
 * person's draft as soon as `userId`, the member of the stored session, is known; the form that replaces this one goes on with it.
 */
export function WaitingForm({ userId }: { userId: string | null }) {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const field = box.current;
    if (!field || userId === null) return;
    const { topic } = readTopicDraft(userId);
    const typed = field.value === topic ? "" : field.value;
    // Something was typed before the script ran: it does not replace what was left here earlier.
    const words = topic && typed ? `${topic}\n${typed}` : typed || topic;
    // Else the cursor would go to the end.
    if (words !== field.value) field.value = words;
    if (typed) keepTopic(userId, words);
    return () => leaveCursor(field);
  }, [userId]);
  return (
    <form className="grid gap-6" onSubmit={(event) => event.preventDefault()}>
      <Field label={TOPIC_LABEL}>
        <Textarea
          ref={box}
          {...TOPIC_FIELD}
          onChange={({ target }) => {
            if (userId !== null) keepTopic(userId, target.value);
          }}
        />
      </Field>
      {/* Keeps their place: a tap on them would do nothing yet. */}
      <div className={cn(BELOW_TOPIC_CLASS, "invisible")}>
        <StartingPoints onBegin={() => {}} />
      </div>
      <div className={CHOICES_CLASS}>
        <div className="flex items-end gap-2">
          <Field label="Voice" className="grow">
            <Select disabled>
              <option>{DEFAULT_VOICE}</option>
            </Select>
          </Field>
          <span className="size-11 shrink-0" />
        </div>
        <Field label="Duration" hint={ABOUT_LENGTH}>
          <Select disabled>
            <option>{DEFAULT_DURATION} minutes</option>
          </Select>
        </Field>
      </div>
      <Button type="submit" size="lg" className="w-full justify-self-start sm:w-auto" disabled>
        Generate Sermon
      </Button>
    </form>
  );
}
