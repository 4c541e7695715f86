import { expect, test } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "../../shared/endpoints/all.ts";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { validationMessage } from "./validation-message.ts";

function told(endpoint: Endpoint, body: unknown): { message: string; field?: string } {
  const issue = z.safeParse(endpoint.body, body).error?.issues[0];
  if (!issue) throw new Error("the body is right");
  return validationMessage(issue, body);
}
const { createCheckoutSession, generateImage, generateSermon, generateVoice, handleContactSubmission, handleEmail } = ENDPOINTS;
const { purchaseAdditionalMinutes, rewriteSermon, deleteAccount, completeSignUp, exportBook } = ENDPOINTS;
const topic = { prompt: "rest", duration: "5" };
const contact = { name: "Ruth", email: "ruth@example.com", message: "Hello" };

test.for<[Endpoint, unknown, string, string | undefined]>([
  [generateSermon, {}, "Please give a topic.", "prompt"],
  [generateSermon, { ...topic, prompt: "  " }, "Please give a topic.", "prompt"],
  [generateSermon, { ...topic, prompt: 7 }, "Please give a topic as text.", "prompt"],
  [generateSermon, { prompt: "rest" }, "Please choose a length in minutes: 5 or 10.", "duration"],
  [generateSermon, { ...topic, voice: "Bob" }, "Please choose a voice: John, Daniel, Sarah, Charlie, Roger or Liam.", "voice"],
  [generateSermon, { ...topic, userId: "me" }, "Please give the id of the user as a UUID.", "userId"],
  [generateSermon, [], "Please send the fields as a JSON object.", undefined],
  [generateSermon, undefined, "Please send the fields as a JSON object.", undefined],
  [generateVoice, {}, "Please give the sermon's generationId, or its text.", "generationId"],
  [generateVoice, { text: "x".repeat(15_001) }, "Please give the text of the sermon of at most 15,000 characters.", "text"],
  [generateImage, {}, "Please give the sermon's generationId, or its prompt.", "generationId"],
  [rewriteSermon, { sermonId: crypto.randomUUID(), reading: "?" }, "Please give a reading, such as grief.self.", "reading"],
  [createCheckoutSession, {}, "Please give an email address.", "email"],
  [createCheckoutSession, { email: "ruth" }, "Please give an email address, such as name@example.org.", "email"],
  [purchaseAdditionalMinutes, { minutes: 0 }, "Please give a number of minutes of at least 1.", "minutes"],
  [purchaseAdditionalMinutes, { minutes: 601 }, "Please give a number of minutes of at most 600.", "minutes"],
  [purchaseAdditionalMinutes, { minutes: 1.5 }, "Please give a number of minutes as a whole number.", "minutes"],
  [purchaseAdditionalMinutes, { minutes: "10" }, "Please give a number of minutes as a number.", "minutes"],
  [
    handleContactSubmission,
    { ...contact, name: "a\nb" },
    "Please give a name without line breaks and control characters.",
    "name",
  ],
  [handleContactSubmission, { ...contact, message: "" }, "Please give a message.", "message"],
  [handleEmail, { action: "spam", data: {} }, "Please give an action: notify_admin or reply_to_submission.", "action"],
  [handleEmail, { action: "notify_admin", data: {} }, "Please give the id of the message.", "data.submission_id"],
  [exportBook, { sermonIds: [] }, "Please give ids of sermons, 1 at least.", "sermonIds"],
  [exportBook, { sermonIds: ["x"] }, "Please give ids of sermons as a UUID.", "sermonIds.0"],
  [deleteAccount, {}, "Please give the email address of your account.", "confirmation"],
  [completeSignUp, { session_id: "x" }, "Please give the id of the user.", "user_id"],
])("%o refuses %o in words for people", ([endpoint, body, message, field]) => {
  expect(told(endpoint, body)).toEqual(field === undefined ? { message } : { message, field });
});

test("every field of every body has its words, and no message is the validator's own", () => {
  for (const endpoint of Object.values<Endpoint>(ENDPOINTS)) {
    const { properties = {} } = z.toJSONSchema(endpoint.body, { io: "input", unrepresentable: "any" });
    for (const field of Object.keys(properties))
      for (const value of [{}, -1, "\0", "x".repeat(50_000), null]) {
        const issues = z.safeParse(endpoint.body, { [field]: value }).error?.issues ?? [];
        for (const issue of issues) {
          const { message } = validationMessage(issue, { [field]: value });
          expect(message, `${endpoint.name} ${field}`).toMatch(/^Please .*\.$/);
          expect(message, `${endpoint.name} ${field}`).not.toMatch(/invalid|expected|received|undefined|right value for/i);
        }
      }
  }
});
