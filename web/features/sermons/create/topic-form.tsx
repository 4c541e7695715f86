import { useId, useState, type ReactNode } from "react";
import { DEFAULT_DURATION, DURATIONS, TOPIC_MAX_CHARS, type Duration } from "../../../../shared/constants.ts";
import { DEFAULT_VOICE, VOICES, type VoiceName } from "../../../../shared/voices.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { toast } from "../../../ui/toast.tsx";
import { WhatIHear } from "../hearing/what-i-hear.tsx";
import type { GenerateRequest } from "./generate-sermon.ts";

/** The character counter is shown when fewer characters are left. */
const SHOW_COUNTER_BELOW = 200;

interface TopicFormProps {
  /** Only subscribers can choose ten minutes. */
  subscribed: boolean;
  busy: boolean;
  /** Why no sermon can be generated now. */
  refused?: ReactNode;
  onSubmit: (request: GenerateRequest) => void;
}

/** Topic, its reading, voice and length of a sermon. */
export function TopicForm({ subscribed, busy, refused, onSubmit }: TopicFormProps) {
  const [topic, setTopic] = useState("");
  const [voice, setVoice] = useState<VoiceName>(DEFAULT_VOICE);
  const [minutes, setMinutes] = useState<Duration>(DEFAULT_DURATION);
  const [reading, setReading] = useState<string>();
  const refusedId = useId();
  const prompt = topic.trim();
  const left = TOPIC_MAX_CHARS - prompt.length;

  function submit() {
    if (busy || refused) return;
    if (!prompt) {
      return toast({
        title: "Please enter a prompt",
        description: "You need to provide a topic or theme for your sermon",
        variant: "destructive",
        local: true,
      });
    }
    // The subscription may have ended since the length was chosen.
    if (left >= 0) onSubmit({ prompt, voice, minutes: subscribed ? minutes : DEFAULT_DURATION, reading });
  }

  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="Your topic or theme"
        error={left < 0 ? `Please shorten your topic by ${-left} ${left === -1 ? "character" : "characters"}.` : undefined}
        hint={left >= 0 && left < SHOW_COUNTER_BELOW ? `${left} of ${TOPIC_MAX_CHARS} characters left` : undefined}
      >
        <Textarea
          value={topic}
          rows={5}
          disabled={busy}
          autoComplete="off"
          dir="auto"
          placeholder="I lie awake worrying about my daughter"
          className="min-h-40 font-serif text-lg"
          onChange={(event) => setTopic(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
          }}
        />
      </Field>
      <WhatIHear topic={topic} disabled={busy} onChosen={setReading} />
      <div className="grid items-start gap-6 sm:grid-cols-2">
        <Field label="Voice">
          <Select
            value={voice}
            disabled={busy}
            onChange={({ target }) => setVoice(VOICES.find((name) => name === target.value) ?? voice)}
          >
            {VOICES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
        <Field label="Duration" hint={subscribed ? undefined : "Ten minutes are part of Premium."}>
          <Select
            value={minutes}
            disabled={busy}
            onChange={({ target }) => setMinutes(DURATIONS.find((duration) => String(duration) === target.value) ?? minutes)}
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
