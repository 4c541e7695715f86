import type { ENDPOINTS } from "../../shared/endpoints/all.ts";

/** Who runs an example: the test signs these people up (tests/integration/reference-examples.test.ts). */
export type ExampleCaller = "visitor" | "member" | "leaver" | "admin";

export interface EndpointNotes {
  summary: string;
  /** Said of the caller beside what the definition says. */
  caller?: string;
  /** What no schema tells: one sentence each. */
  remarks?: readonly string[];
  /** "status code", beside the common ones. */
  refusals: readonly string[];
  /** A body that is sent to a running app by a test. `{name}` is filled in with what an earlier answer, or the sign-up, gave. */
  example: { as: ExampleCaller; body: Record<string, unknown> };
}

/** Refusals that every function can give. */
export const COMMON_REFUSALS: readonly [refusal: string, when: string][] = [
  ["400 validation_failed", "A field is missing or wrong; `field` is its path, `message` says what is asked for."],
  ["400 bad_request", "The body is no JSON (415: of another type; 413: over 1 MiB; 408: too slow)."],
  ["401 no_authorization", "There is neither a key nor a token."],
  ["401 bad_jwt", "The token does not verify."],
  ["401 session_not_found", "The session has ended. Not for anyone's functions that need none."],
  ["401 sign_in_required", "The function needs somebody signed in, and the key is no person's."],
  ["403 insufficient_aal", "The account has a second factor, which this session has not shown."],
  ["403 user_mismatch", "`userId` names another person than the token."],
  ["403 account_closed", "The account is being deleted."],
  ["404 function_not_found", "There is no function of this name."],
  ["405 method_not_allowed", "It was not called with POST."],
  ["429 over_request_rate_limit", "Too many calls; `Retry-After` says when to come back."],
  ["500 unexpected_failure", "A fault of ours."],
  ["502 payments_rejected", "The payment provider refused."],
  ["503 payments_unavailable", "The payment provider does not answer."],
  ["503 over_capacity", "No database connection was free; `Retry-After` says when to come back."],
];

const starts = ["409 generation_running", "422 topic_declined", "429 too_many_generations"] as const;
const media = ["403 not_granted", "409 generation_running", "409 no_text"] as const;
const ONE_SERMON = "What was written for the caller is named by its `generationId`, which is enough.";

export const NOTES: Record<keyof typeof ENDPOINTS, EndpointNotes> = {
  readTopic: {
    summary: "Says back what is heard in a topic, before a sermon is asked for.",
    remarks: ["Nothing of the topic is stored, logged or sent elsewhere.", "One topic of a person is read at a time."],
    refusals: [],
    example: { as: "member", body: { prompt: "I can't forgive my father" } },
  },
  generateSermon: {
    summary: "Starts a sermon, or joins the one that is being written, and answers with its text.",
    remarks: [
      "With a voice the recording is made while the text is written; without one it waits for generate-voice to name it, and begins in the default voice 30 seconds after the text.",
      "The server saves the sermon under `generationId`, whether or not the caller stays. An insert of the same text into `sermons` meets that row.",
      "With `Accept: text/event-stream` the draft comes as events: `started`, `text` (offset, text), `done` (the answer) or `error` (code, message).",
      "A topic that tells of danger is answered with `crisis` and no sermon; nothing is stored or counted.",
    ],
    refusals: [
      "400 topic_too_long",
      "402 minutes_exhausted",
      "403 consent_required",
      "403 daily_limit",
      "403 duration_not_allowed",
      "403 subscription_required",
      "403 account_frozen",
      ...starts,
      "502 text_failed",
      "503 text_unavailable",
      "503 text_over_budget",
      "504 still_running",
    ],
    example: { as: "member", body: { prompt: "I can't forgive my father", duration: "5", voice: "Sarah" } },
  },
  rewriteSermon: {
    summary: "Writes a sermon that missed anew, after another reading of its topic: once, within seven days, for nothing.",
    remarks: ["The answer comes at once; the new generation is followed as any other."],
    refusals: [
      "403 consent_required",
      "403 account_frozen",
      "404 sermon_not_found",
      "409 already_rewritten",
      "409 rewrite_of_rewrite",
      "409 rewrite_over",
      "409 no_text",
      ...starts,
    ],
    example: { as: "member", body: { sermonId: "{generationId}", reading: "grief.other" } },
  },
  generateVoice: {
    summary: "Waits for the recording of a sermon, or has it made in a voice.",
    remarks: [
      ONE_SERMON,
      "A second recording, in another voice or after a failure, is the last one, and paid for by subscribers.",
      "`audioFileName` is a path in the private bucket `sermon-audio`; sign an address for it to play it.",
    ],
    refusals: [
      "402 minutes_exhausted",
      "403 subscription_required",
      "403 account_frozen",
      ...media,
      "409 generation_mismatch",
      "409 voicings_used",
      "409 retries_used",
      "502 voice_failed",
      "504 still_running",
    ],
    example: { as: "member", body: { generationId: "{generationId}", voice: "Sarah" } },
  },
  generateImage: {
    summary: "Waits for the picture of a sermon, or tries one that failed again.",
    remarks: [ONE_SERMON, "`fileName` is a path in the public bucket `sermon-images`."],
    refusals: [...media, "409 generation_mismatch", "409 retries_used", "502 image_failed", "504 still_running"],
    example: { as: "member", body: { generationId: "{generationId}" } },
  },
  exportSermon: {
    summary: "A sermon of the caller's, typeset for print, as a PDF (`pdf`) or Word file (`docx`).",
    remarks: [
      "`paper` is `a4` or `letter`; `largePrint` sets it in 18 points.",
      "The words in which the sermon was asked for are not part of the file.",
    ],
    refusals: ["404 sermon_not_found"],
    example: { as: "member", body: { sermonId: "{generationId}", format: "pdf", paper: "a4" } },
  },
  exportBook: {
    summary: "Sermons of the caller's as one book (EPUB 3), in the order of their ids, 50 at most.",
    remarks: ["The words in which the sermons were asked for are not part of it."],
    refusals: ["404 sermon_not_found"],
    example: { as: "member", body: { sermonIds: ["{generationId}"] } },
  },
  openPodcastFeed: {
    summary: "Opens the caller's private podcast feed, or gives it another address.",
    remarks: [
      "The address is shown this once, and one that was given before stops working.",
      "Deleting the row of `podcast_feeds` closes the feed.",
    ],
    refusals: [],
    example: { as: "member", body: {} },
  },
  checkSubscription: {
    summary: "What the caller may do now: trial, subscription, and minutes.",
    caller: "With the service key: for the person whom `userId` names.",
    remarks: ["`stripeCustomerId` decides nothing; the customer is the user's own."],
    refusals: [],
    example: { as: "member", body: {} },
  },
  createCheckoutSession: {
    summary: "Opens the payment provider's page for the trial or the subscription, or ends the trial with `endTrial`.",
    caller: "Without a session only for a sign-up of the last hour, by its userId and email.",
    refusals: [
      "402 card_declined",
      "403 sign_up_not_pending",
      "403 account_frozen",
      "409 trial_used",
      "409 trial_running",
      "409 already_subscribed",
      "409 cancellation_scheduled",
      "409 no_customer",
      "429 too_many_checkouts",
    ],
    example: { as: "member", body: { email: "{email}", endTrial: true } },
  },
  completeSignUp: {
    summary: "Stores what was bought when the browser returns from the payment page of a sign-up.",
    remarks: ["It may be repeated, and the provider's own notice does the same."],
    refusals: [
      "403 checkout_mismatch",
      "404 checkout_not_found",
      "409 checkout_incomplete",
      "409 trial_used",
      "410 checkout_expired",
    ],
    example: { as: "visitor", body: { session_id: "{session_id}", user_id: "{user_id}" } },
  },
  createCustomerPortalSession: {
    summary: "Opens the payment provider's page for cards and invoices.",
    refusals: ["409 no_customer"],
    example: { as: "member", body: {} },
  },
  cancelSubscription: {
    summary: "Schedules the end of the subscription, or of the trial, at the end of its period.",
    refusals: ["409 no_subscription"],
    example: { as: "member", body: {} },
  },
  resumeSubscription: {
    summary: "Takes a scheduled cancellation back.",
    refusals: ["409 no_subscription"],
    example: { as: "member", body: {} },
  },
  purchaseAdditionalMinutes: {
    summary: "Opens the payment provider's page for additional minutes.",
    caller: "Subscribers alone.",
    refusals: ["402 first_payment_failed", "403 subscription_required", "403 account_frozen", "429 too_many_checkouts"],
    example: { as: "member", body: { minutes: 10 } },
  },
  billingOverview: {
    summary: "Plan, dates, card, invoices and minutes by sermon of the caller.",
    refusals: [],
    example: { as: "member", body: {} },
  },
  handleContactSubmission: {
    summary: "Stores a message to support.",
    remarks: ["`website` is a field that people don't see: leave it out."],
    refusals: [],
    example: {
      as: "visitor",
      body: {
        name: "Ruth",
        email: "ruth@example.org",
        message: "Can I read my sermons on my phone?",
        formSource: "contact_page",
      },
    },
  },
  handleEmail: {
    summary: "Tells administrators of a message (`notify_admin`), or sends a reply to it (`reply_to_submission`).",
    caller: "`reply_to_submission`: an administrator.",
    remarks: ["A notice is sent once for each message, however often it is asked for."],
    refusals: ["403 admin_required", "404 submission_not_found", "409 recipient_mismatch", "409 recipient_gone"],
    example: { as: "visitor", body: { action: "notify_admin", data: { submission_id: "{submission_id}" } } },
  },
  listSermonLinks: {
    summary: "The caller's links that give one sermon away, with their addresses, the newest first.",
    refusals: [],
    example: { as: "member", body: { sermonId: "{generationId}" } },
  },
  makeSermonLink: {
    summary: "Makes a link that opens a sermon of the caller for everybody who has it.",
    remarks: [
      "Nothing of the caller is shown but `name`, `dedication` and, with `showsTopic`, the topic.",
      "A sermon that touched danger, or is in memory of somebody, is given away only with `confirmed`: ask the person a second time, in the words of `confirmation_needed`.",
      "A sermon has ten open links at most; a person makes 50 in 24 hours.",
    ],
    refusals: [
      "404 sermon_not_found",
      "409 confirmation_needed",
      "409 links_closed",
      "409 links_used",
      "422 text_declined",
      "429 too_many_links",
    ],
    example: { as: "member", body: { sermonId: "{generationId}", name: "Ruth", dedication: "For Naomi", confirmed: true } },
  },
  changeSermonLink: {
    summary: "Shows other things on the page of an open link, or ends it at another time.",
    remarks: ["What is left out is shown no more.", "The address stays."],
    refusals: ["404 link_not_found", "409 link_shut", "422 text_declined"],
    example: { as: "member", body: { linkId: "{linkId}", dedication: "For Naomi and Orpah" } },
  },
  revokeSermonLink: {
    summary: "Takes a link back: it opens nothing any more, and never again.",
    refusals: ["404 link_not_found"],
    example: { as: "member", body: { linkId: "{linkId}" } },
  },
  listLinkReports: {
    summary: "What visitors reported of the pages of links, the newest first.",
    caller: "Administrators alone.",
    remarks: ["Nothing is kept of who reported."],
    refusals: ["403 admin_required"],
    example: { as: "admin", body: {} },
  },
  closeSermonLink: {
    summary: "Closes a link for good, with a reason that its giver is shown.",
    caller: "Administrators alone.",
    refusals: ["403 admin_required", "404 link_not_found"],
    example: { as: "admin", body: { linkId: "{linkId}", reason: "It names somebody who did not agree to it." } },
  },
  deleteAccount: {
    summary: "Closes the account at once and deletes everything of it.",
    refusals: ["400 confirmation_mismatch", "403 reauthentication_needed"],
    example: { as: "leaver", body: { confirmation: "{leaver_email}" } },
  },
  downloadMyData: {
    summary: "Everything that is stored of the caller, as a ZIP file.",
    refusals: ["403 reauthentication_needed", "409 download_running", "429 too_many_downloads"],
    example: { as: "member", body: {} },
  },
};
