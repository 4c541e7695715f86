import { afterEach, expect, test } from "vitest";
import { draftKey } from "../../../lib/draft-key.ts";
import { EMPTY_DRAFT, readTopicDraft, storeTopicDraft } from "./topic-draft.ts";

afterEach(() => localStorage.clear());

const draft = (confirmed: string[]) => ({ ...EMPTY_DRAFT, topic: "rest", choice: { confirmed } });

test("what was confirmed is kept with the words", () => {
  storeTopicDraft("naomi", draft(["sleepless"]));
  expect(readTopicDraft("naomi")).toEqual(draft(["sleepless"]));
});

test.each([["A fact!"], Array.from({ length: 7 }, () => "sleepless")].map((confirmed) => [confirmed]))(
  "of a draft with facts that can't be sent the words are kept: %j",
  (confirmed) => {
    localStorage.setItem(draftKey("naomi"), JSON.stringify(draft(confirmed)));
    expect(readTopicDraft("naomi")).toEqual({ ...EMPTY_DRAFT, topic: "rest" });
  },
);
