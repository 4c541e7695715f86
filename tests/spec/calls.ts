import { z } from "zod";

/** A request as it left the browser. Queries are flat: the wire formats here repeat no name. */
export interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  /** The parsed JSON body; undefined for none, and for bytes. */
  body: unknown;
}

/** One call of the spec's section 7, or one of ours beside them. */
export interface Call {
  section: string;
  name: string;
  method: string;
  /** Matches the whole path. */
  path: RegExp;
  query: z.ZodType;
  body: z.ZodType;
  /** Why there is a call that the spec does not name. */
  ours?: string;
}

const nothing = z.undefined();
const noQuery = z.strictObject({});
const text = z.string();
const uuid = z.uuid();
const eq = z.templateLiteral(["eq.", z.string()]);
const dated = z.iso.datetime({ offset: true });
/** What the official client puts beside every payload of its own (auth-js). */
const captcha = { gotrue_meta_security: z.strictObject({}).optional() };
const pkce = {
  code_challenge: text.nullable().optional(),
  code_challenge_method: z.enum(["s256", "plain"]).nullable().optional(),
};

type Parts = Partial<Pick<Call, "query" | "body" | "ours">>;

function call(section: string, name: string, method: string, path: string, parts: Parts = {}): Call {
  const { query = noQuery, body = nothing, ours } = parts;
  return { section, name, method, path: new RegExp(`^${path}$`), query, body, ...(ours && { ours }) };
}

const AUTH = "7 Authentication service";
const auth = (name: string, method: string, path: string, parts?: Parts): Call =>
  call(AUTH, name, method, `/auth/v1/${path}`, parts);
const grant = (type: string): z.ZodType => z.strictObject({ grant_type: z.literal(type) });
const redirect = z.strictObject({ redirect_to: text.optional() });

const AUTHENTICATION = [
  auth("Health check", "GET", "health"),
  auth("POST token, grant type password (sign in with password)", "POST", "token", {
    query: grant("password"),
    body: z.strictObject({ email: text, password: text, ...captcha }),
  }),
  auth("POST token, grant type refresh_token (refresh session)", "POST", "token", {
    query: grant("refresh_token"),
    body: z.strictObject({ refresh_token: text }),
  }),
  auth("POST token, grant type pkce", "POST", "token", {
    query: grant("pkce"),
    body: z.strictObject({ auth_code: text, code_verifier: text }),
  }),
  auth("POST token, grant type id_token", "POST", "token", {
    query: grant("id_token"),
    body: z.strictObject({ provider: text, id_token: text, access_token: text.optional(), nonce: text.optional(), ...captcha }),
  }),
  auth("POST signup (sign up)", "POST", "signup", {
    query: redirect,
    body: z.strictObject({ email: text, password: text, data: z.strictObject({ full_name: text }), ...captcha, ...pkce }),
  }),
  auth("POST otp (one-time-code sign-in), user creation off", "POST", "otp", {
    query: redirect,
    body: z.strictObject({ email: text, data: z.strictObject({}), create_user: z.literal(false), ...captcha, ...pkce }),
  }),
  auth("POST verify", "POST", "verify", {
    query: redirect,
    body: z.union([
      z.strictObject({ token_hash: text, type: text, ...captcha }),
      z.strictObject({ email: text, token: text, type: text, ...captcha }),
    ]),
  }),
  auth("POST recover (password reset email)", "POST", "recover", {
    query: z.strictObject({ redirect_to: z.string().regex(/\/reset-password$/) }),
    body: z.strictObject({ email: text, ...captcha, ...pkce }),
  }),
  auth("POST resend", "POST", "resend", {
    query: redirect,
    body: z.strictObject({ email: text, type: z.enum(["signup", "email_change"]), ...captcha, ...pkce }),
  }),
  auth("GET user (get user)", "GET", "user"),
  auth("PUT user, password (update user)", "PUT", "user", {
    // The present password or the mailed code proves that it is the owner.
    body: z.strictObject({ password: text, current_password: text.optional(), nonce: text.optional(), ...pkce }),
  }),
  auth("PUT user, proof alone (update user)", "PUT", "user", {
    body: z.union([z.strictObject({ current_password: text, ...pkce }), z.strictObject({ nonce: text, ...pkce })]),
    ours: "before something that could take the account over, the person confirms that it is them",
  }),
  auth("PUT user, metadata (update user)", "PUT", "user", {
    body: z.strictObject({ data: z.strictObject({ full_name: text.optional(), avatar_url: text.optional() }), ...pkce }),
  }),
  auth("POST logout with a scope (global sign-out)", "POST", "logout", {
    query: z.strictObject({ scope: z.enum(["global", "local", "others"]) }),
  }),
  auth("GET reauthenticate", "GET", "reauthenticate"),
  auth("POST sso", "POST", "sso", { body: z.looseObject({}) }),
  auth("GET authorize", "GET", "authorize", { query: z.looseObject({ provider: text }) }),
  auth("POST factors", "POST", "factors", { body: z.looseObject({ factor_type: text }) }),
  auth("POST factors: challenge", "POST", `factors/[^/]+/challenge`, {
    body: z.union([nothing, z.strictObject({ factorId: uuid.optional() })]),
  }),
  auth("POST factors: verify", "POST", `factors/[^/]+/verify`, { body: z.strictObject({ challenge_id: uuid, code: text }) }),
  auth("DELETE factors", "DELETE", "factors/[^/]+"),
  auth("DELETE identities", "DELETE", "user/identities/[^/]+"),
  auth("Callback", "GET", "callback", {
    query: z.looseObject({ state: text }),
    ours: "where the page of another provider leads back to (the spec's authorize begins that way)",
  }),
  auth("Settings", "GET", "settings", { ours: "the sign-in page offers only the providers that are set up" }),
];

const STORE = "7 Data store";
const rest = (name: string, method: string, path: string, parts?: Parts): Call =>
  call(STORE, name, method, `/rest/v1/${path}`, parts);

const sermonColumns = z.literal("id,title,content,audio_url,image_url,created_at");
const submissionStatus = z.enum(["new", "responded", "resolved"]);
const contactColumns = z.looseObject({ select: text.optional() });

const DATA_STORE = [
  rest("RPC has_role", "POST", "rpc/has_role", { body: z.strictObject({ _user_id: uuid, _role: z.literal("admin") }) }),
  rest("GET user_roles: one's own", "GET", "user_roles", {
    query: z.strictObject({ select: z.literal("role"), user_id: eq, role: z.literal("eq.admin") }),
    ours: "an administrator without a second factor is told what is missing",
  }),
  rest("RPC get_contact_submissions", "POST", "rpc/get_contact_submissions", {
    // Of 10,000 messages a page is asked for, as any table is.
    query: z.strictObject({ order: text, offset: text, limit: text, status: eq.optional() }),
    body: z.strictObject({}),
  }),
  rest("RPC update_submission_status", "POST", "rpc/update_submission_status", {
    body: z.strictObject({ _submission_id: uuid, _status: submissionStatus, _admin_notes: text.nullable() }),
  }),
  rest("GET customers: stripe_customer_id where id = user id", "GET", "customers", {
    query: z.strictObject({ select: z.literal("stripe_customer_id"), id: eq }),
  }),
  rest("GET profiles: avatar_url where id = user id", "GET", "profiles", {
    query: z.strictObject({ select: z.literal("avatar_url"), id: eq }),
  }),
  rest("GET profiles: full_name and avatar_url (edit page)", "GET", "profiles", {
    query: z.strictObject({ select: z.literal("full_name,avatar_url"), id: eq }),
  }),
  rest("GET profiles: id (completion flow)", "GET", "profiles", { query: z.strictObject({ select: z.literal("id"), id: eq }) }),
  rest("UPDATE profiles by id: full_name or avatar_url, updated_at", "PATCH", "profiles", {
    query: z.strictObject({ id: eq }),
    body: z.union([
      z.strictObject({ full_name: text, updated_at: dated }),
      z.strictObject({ avatar_url: text, updated_at: dated }),
    ]),
  }),
  rest("UPDATE profiles by id: the trial's fields", "PATCH", "profiles", {
    query: z.strictObject({ id: eq }),
    body: z.strictObject({ trial_start_date: dated, trial_generations_used: z.literal(0), referral_code: text.optional() }),
  }),
  rest("INSERT profiles: the trial's fields", "POST", "profiles", {
    body: z.looseObject({ id: uuid, trial_start_date: dated, trial_generations_used: z.literal(0) }),
  }),
  rest("SELECT sermons of the user, newest first", "GET", "sermons", {
    query: z.strictObject({ select: sermonColumns, user_id: eq, order: z.literal("created_at.desc") }),
  }),
  rest("SELECT sermons by id", "GET", "sermons", { query: z.strictObject({ select: sermonColumns, id: eq }) }),
  rest("INSERT sermons returning id", "POST", "sermons", {
    // The generation's id, so that page and server save the same row, whichever comes first.
    query: z.strictObject({ select: z.literal("id"), on_conflict: z.literal("id"), columns: text.optional() }),
    body: z.strictObject({
      id: uuid,
      user_id: uuid,
      title: text,
      content: text,
      audio_url: text.optional(),
      image_url: text.optional(),
    }),
  }),
  rest("DELETE sermons by id", "DELETE", "sermons", {
    // The deleted row's id tells a deletion from one that met nothing.
    query: z.strictObject({ id: eq, select: z.literal("id").optional() }),
  }),
  rest("UPDATE contact_submissions: status, responded_at, email_history", "PATCH", "contact_submissions", {
    query: z.strictObject({ id: eq }),
    body: z.strictObject({
      status: z.literal("responded"),
      responded_at: dated,
      email_history: z.array(z.strictObject({ sent_at: dated, subject: text, message: text })).min(1),
    }),
  }),
  rest("GET health_check", "GET", "health_check", {
    query: z.strictObject({ select: z.literal("status"), limit: z.literal("1").optional() }),
  }),
  rest("Counts of messages", "HEAD", "contact_submissions", {
    query: z.strictObject({ select: z.literal("id"), status: eq }),
    ours: "the tabs show counts of all messages, of which only a page is loaded",
  }),
  rest("The message that waits longest", "GET", "contact_submissions", {
    query: contactColumns,
    ours: "/admin/dashboard says how long the oldest new message has waited",
  }),
  rest("The chosen Bible", "GET", "profiles", {
    query: z.strictObject({ select: z.literal("bible_translation"), id: eq }),
    ours: "a person can choose the translation that is quoted",
  }),
  rest("Choose the Bible", "PATCH", "profiles", {
    query: z.strictObject({ id: eq }),
    body: z.strictObject({ bible_translation: text }),
    ours: "a person can choose the translation that is quoted",
  }),
  rest("Generations", "GET", "generations", {
    query: z.looseObject({ select: text }),
    ours: "a generation that runs on the server is found again after a reload",
  }),
  rest("Steps of a generation", "GET", "generation_steps", {
    query: z.looseObject({ select: text }),
    ours: "the description of a picture, for whoever does not see it",
  }),
  rest("Consent", "GET", "consents", {
    query: z.looseObject({ select: text }),
    ours: "nothing goes to an AI service elsewhere before the person has agreed",
  }),
  rest("Give consent", "POST", "consents", {
    query: z.strictObject({ on_conflict: text, columns: text.optional() }),
    body: z.strictObject({ user_id: uuid, kind: text, version: z.union([text, z.number()]) }),
    ours: "nothing goes to an AI service elsewhere before the person has agreed",
  }),
  rest("Take consent back", "DELETE", "consents", {
    query: z.strictObject({ user_id: eq, kind: eq }),
    ours: "nothing goes to an AI service elsewhere before the person has agreed",
  }),
  rest("List sessions", "POST", "rpc/list_sessions", {
    body: z.strictObject({}),
    ours: "/security lists the devices that are signed in",
  }),
  rest("End a session", "POST", "rpc/end_session", {
    body: z.strictObject({ p_session: uuid }),
    ours: "/security signs a single device out",
  }),
];

const FUNCTIONS = "7 Server functions";
const fn = (name: string, body: z.ZodType, ours?: string): Call =>
  call(FUNCTIONS, name, "POST", `/functions/v1/${name.split(" ")[0] ?? ""}`, { body, ...(ours && { ours }) });

const SERVER_FUNCTIONS = [
  // Left out by who has never been at the checkout: the lookup finds no customer.
  fn("check-subscription", z.strictObject({ userId: uuid, stripeCustomerId: text.optional() })),
  fn("create-checkout-session (subscribe)", z.strictObject({ email: text, endTrial: z.boolean().optional() })),
  fn(
    "create-checkout-session (sign-up)",
    z.strictObject({ email: text, name: text, referralCode: text.optional(), userId: uuid }),
  ),
  fn("create-customer-portal-session", z.strictObject({})),
  fn("cancel-subscription", z.strictObject({})),
  fn(
    "handle-contact-submission",
    z.strictObject({ name: text, email: text, message: text, formSource: z.literal("contact_page") }),
  ),
  fn(
    "handle-email (notify_admin)",
    z.strictObject({
      action: z.literal("notify_admin"),
      data: z.strictObject({ submission_id: uuid, name: text, email: text, message: text, form_source: text }),
    }),
  ),
  fn(
    "handle-email (reply_to_submission)",
    z.strictObject({
      action: z.literal("reply_to_submission"),
      data: z.strictObject({ submission_id: uuid, to_email: text, to_name: text, subject: text, message: text }),
    }),
  ),
  // `voice` lets the recording begin with the text; `idempotencyKey` lets a retry join.
  fn(
    "generate-sermon",
    z.strictObject({ prompt: text, duration: z.enum(["5", "10"]), userId: uuid, voice: text, idempotencyKey: uuid }),
  ),
  // `generationId` names what the call belongs to, `again` whether a failure is tried anew.
  fn(
    "generate-voice",
    z.strictObject({ text: z.string().max(15_000), voice: text, userId: uuid, generationId: uuid, again: z.boolean() }),
  ),
  fn("generate-image", z.strictObject({ prompt: text, generationId: uuid, again: z.boolean() })),
  fn("purchase-additional-minutes", z.strictObject({ minutes: z.int().min(1), referralCode: text.optional() })),
  fn("resume-subscription", z.strictObject({}), "a cancellation can be taken back"),
  fn("billing-overview", z.strictObject({}), "the billing screen shows the true date, card and history"),
  fn(
    "complete-sign-up",
    z.strictObject({ session_id: text, user_id: uuid }),
    "the trial is written by the server, who checks that it was paid",
  ),
  fn("delete-account", z.strictObject({ confirmation: text }), "a person can have everything deleted"),
  fn("download-my-data", z.strictObject({}), "a person can take everything with them"),
];

const FILES = "7 Storage";
const storage = (name: string, method: string, path: string, parts?: Parts): Call =>
  call(FILES, name, method, `/storage/v1/object/${path}`, parts);
const versions = z.looseObject({});

const STORAGE = [
  storage("Public URL in sermon-images or sermon-audio", "GET", "public/(sermon-images|sermon-audio)/.+", { query: versions }),
  storage("Signed URL, 3600 s", "POST", "sign/(sermon-images|sermon-audio)/.+", {
    body: z.strictObject({ expiresIn: z.literal(3600) }),
  }),
  call(FILES, "GET audio-cors-proxy with path and bucket", "GET", "/audio-cors-proxy", {
    query: z.strictObject({ path: text, bucket: z.literal("sermon-audio"), token: text.optional() }),
  }),
  storage("Avatar: remove the old file", "DELETE", "avatars", { body: z.strictObject({ prefixes: z.array(text).length(1) }) }),
  storage("Avatar: upload a new file", "POST", `avatars/[0-9a-f-]{36}-\\d+\\.[a-z0-9]+`),
  storage("Avatar: public URL", "GET", "public/avatars/.+", { query: versions }),
  storage("Signed URLs, several at once", "POST", "sign/sermon-audio", {
    body: z.strictObject({ expiresIn: z.literal(3600), paths: z.array(text) }),
    ours: "the library asks in one request which recordings exist",
  }),
  storage("Word timings", "GET", "sermon-audio/.+\\.json", { ours: "the words are lit as they are spoken" }),
];

export const CALLS: Call[] = [...AUTHENTICATION, ...DATA_STORE, ...SERVER_FUNCTIONS, ...STORAGE];

/** What the calls of the spec go to; everything else is pages and their files. */
export const isCall = (path: string): boolean => /^\/(auth|rest|storage|functions)\/v1\/|^\/audio-cors-proxy$/.test(path);

export function matching({ method, path, query, body }: Sent): Call | undefined {
  return CALLS.find(
    (call) =>
      call.method === method && call.path.test(path) && call.query.safeParse(query).success && call.body.safeParse(body).success,
  );
}

const shape = (value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
    : typeof value;

/** A request without anything secret: names, no values; ids in its path left out. */
export function outline({ method, path, query, body }: Sent): string {
  const place = path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "{id}");
  return `${method} ${place} ?${Object.keys(query).join("&")} ${JSON.stringify(shape(body)) ?? ""}`.trim();
}
