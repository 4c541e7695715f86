import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useId, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { DEFAULT_DURATION, DURATIONS } from "../../../../shared/constants.ts";
import { VOICES } from "../../../../shared/voices.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { toast } from "../../../ui/toast.tsx";
import { WhatIHear } from "../hearing/what-i-hear.tsx";
import { chosenReading, type Choice } from "../hearing/use-heard.ts";
import { Beginnings } from "./beginnings.tsx";
import type { GenerateRequest } from "./generate-sermon.ts";
import { charactersLeft, goToEnd, TopicBox } from "./topic-box.tsx";
import type { TopicDraft } from "./topic-draft.ts";
import { VoiceSample } from "./voice-sample.tsx";

const NO_TOPIC = {
  title: "Please enter a prompt",
  description: "You need to provide a topic or theme for your sermon",
} as const;

// Shared with the form that stands in its place before (waiting-form.tsx), so that nothing moves.
/** Its height is kept free. */
export const BELOW_TOPIC_CLASS = "min-h-88 sm:min-h-60";
export const CHOICES_CLASS = "grid items-start gap-6 sm:grid-cols-2";
export const ABOUT_LENGTH = "Ten minutes are part of Premium.";

interface TopicFormProps {
  userId: string;
  draft: TopicDraft;
  /** Must stay the same function. */
  onChange: (part: Partial<Omit<TopicDraft, "asked">>) => void;
  /** Only subscribers can choose ten minutes. */
  subscribed: boolean;
  busy: boolean;
  /** Why no sermon can be generated now. */
  refused?: ReactNode;
  onSubmit: (request: GenerateRequest) => void;
}

/** Topic, its reading, voice and length of a sermon. */
export function TopicForm({ userId, draft, onChange, subscribed, busy, refused, onSubmit }: TopicFormProps) {
  const { topic, voice } = draft;
  // The subscription may have ended since the length was chosen.
  const minutes = subscribed ? draft.minutes : DEFAULT_DURATION;
  const client = useQueryClient();
  const [isMissing, setMissing] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  /** What was chosen for the words that were sent is being looked up. */
  const isReading = useRef(false);
  const refusedId = useId();
  const prompt = topic.trim();
  const left = charactersLeft(topic);
  const keepChoice = useCallback((choice: Choice) => onChange({ choice }), [onChange]);

  function write(words: string) {
    setMissing(false);
    onChange({ topic: words });
  }
  function begin(words: string) {
    // At once, so that the cursor can be put behind the words.
    flushSync(() => write(words));
    if (box.current) goToEnd(box.current);
  }
  function submit() {
    if (busy || refused) return;
    if (!prompt) {
      setMissing(true);
      return toast({ ...NO_TOPIC, variant: "destructive", local: true });
    }
    if (left >= 0 && !isReading.current) void send();
  }
  async function send() {
    isReading.current = true;
    const reading = await chosenReading(client, prompt, draft.choice);
    isReading.current = false;
    onSubmit({ prompt, voice, minutes, reading });
  }

  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TopicBox
        ref={box}
        topic={topic}
        disabled={busy}
        missing={isMissing ? NO_TOPIC.description : undefined}
        onChange={write}
        onSubmit={submit}
      />
      <div className={BELOW_TOPIC_CLASS}>
        {prompt || busy ? null : <Beginnings userId={userId} onBegin={begin} />}
        <WhatIHear topic={topic} disabled={busy} choice={draft.choice} onChoice={keepChoice} />
      </div>
      <div className={CHOICES_CLASS}>
        <div className="flex items-end gap-2">
          <Field label="Voice" className="grow">
            <Select
              value={voice}
              disabled={busy}
              onChange={({ target }) => onChange({ voice: VOICES.find((name) => name === target.value) ?? voice })}
            >
              {VOICES.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </Field>
          <VoiceSample key={voice} voice={voice} />
        </div>
        <Field label="Duration" hint={subscribed ? undefined : ABOUT_LENGTH}>
          <Select
            value={minutes}
            disabled={busy}
            onChange={({ target }) =>
              onChange({ minutes: DURATIONS.find((duration) => String(duration) === target.value) ?? minutes })
            }
          >
            {DURATIONS.map((duration) => (
              <option key={duration} value={duration} disabled={duration !== DEFAULT_DURATION && !subscribed}>
                {duration} minutes
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button
          type="submit"
          size="lg"
          className="w-full sm:w-auto"
          disabled={busy || !prompt || left < 0 || Boolean(refused)}
          aria-describedby={refused ? refusedId : undefined}
        >
          {busy ? "Processing..." : "Generate Sermon"}
        </Button>
        {refused ? (
          <p id={refusedId} className="text-muted-foreground">
            {refused}
          </p>
        ) : null}
      </div>
    </form>
  );
}
