import * as z from "zod/mini";
import { catch as orElse } from "zod/mini";
import { DEFAULT_DURATION, DURATIONS } from "../../../../shared/constants.ts";
import { AUDIENCES, factName, MOST_CONFIRMED } from "../../../../shared/reading.ts";
import { DEFAULT_VOICE, VOICES } from "../../../../shared/voices.ts";
import { draftKey } from "../../../lib/draft-key.ts";
import { NO_CHOICE } from "../hearing/use-heard.ts";

// What another version has stored otherwise is replaced field by field: the words must not be lost because of a voice.
const topicDraft = z.object({
  topic: z.string(),
  voice: orElse(z.enum(VOICES), DEFAULT_VOICE),
  minutes: orElse(z.literal(DURATIONS), DEFAULT_DURATION),
  /** What the person changed of what was heard. */
  choice: orElse(
    z.object({
      theme: z.optional(z.string()),
      /** The words that the theme was chosen for. */
      prompt: z.optional(z.string()),
      audience: z.optional(z.enum(AUDIENCES)),
      /** Facts that the person says are so. */
      confirmed: z.optional(z.array(factName).check(z.maxLength(MOST_CONFIRMED))),
    }),
    NO_CHOICE,
  ),
  /** A sermon on these words was asked for, and what became of it is not known. */
  asked: orElse(z.boolean(), false),
});
/** What stands in the topic form. */
export type TopicDraft = z.infer<typeof topicDraft>;

export const EMPTY_DRAFT: TopicDraft = {
  topic: "",
  voice: DEFAULT_VOICE,
  minutes: DEFAULT_DURATION,
  choice: NO_CHOICE,
  asked: false,
};

const isEmpty = ({ topic, voice, minutes }: TopicDraft) =>
  !topic.trim() && voice === EMPTY_DRAFT.voice && minutes === EMPTY_DRAFT.minutes;

/** The draft that this person left in this browser, or an empty one. */
export function readTopicDraft(userId: string): TopicDraft {
  try {
    return topicDraft.parse(JSON.parse(localStorage.getItem(draftKey(userId)) ?? ""));
  } catch {
    return EMPTY_DRAFT; // Nothing is stored, storage is unavailable, or it was written by something else.
  }
}

export function storeTopicDraft(userId: string, draft: TopicDraft): void {
  try {
    if (isEmpty(draft)) localStorage.removeItem(draftKey(userId));
    else localStorage.setItem(draftKey(userId), JSON.stringify(draft));
  } catch {
    // Storage is unavailable or full: the words last until the page is left.
  }
}
