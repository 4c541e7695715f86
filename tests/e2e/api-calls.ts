/**
 * Every request that the web app may send to the API: method, path, query and body; bodies of endpoints are those of their definitions. A
 * page that requests other columns, omits a filter or sends an additional field fails its test (fixtures.ts).
 */
import { z } from "zod";
import { ZodMiniDiscriminatedUnion, ZodMiniObject } from "zod/mini";
import { ENDPOINTS } from "../../shared/endpoints/all.ts";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";

/** A request as it left the browser. Queries are flat: the wire formats here repeat no name. */
export interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  /** The parsed JSON body; undefined for none, and for bytes. */
  body: unknown;
}

interface Call {
  method: string;
  /** Matches the whole path. */
  path: RegExp;
  query: z.ZodType;
  body: z.ZodType;
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

type Parts = Partial<Pick<Call, "query" | "body">>;

function call(method: string, path: string, { query = noQuery, body = nothing }: Parts = {}): Call {
  return { method, path: new RegExp(`^${path}$`), query, body };
}

const auth = (method: string, path: string, parts?: Parts): Call => call(method, `/auth/v1/${path}`, parts);
const grant = (type: string): z.ZodType => z.strictObject({ grant_type: z.literal(type) });
const redirect = z.strictObject({ redirect_to: text.optional() });

const AUTHENTICATION = [
  call("POST", "/rest/v1/rpc/reset_link_is_open", { body: z.strictObject({ p_token_hash: text }) }),
  auth("GET", "health"),
  auth("POST", "token", {
    query: grant("password"),
    body: z.strictObject({ email: text, password: text, ...captcha }),
  }),
  auth("POST", "token", {
    query: grant("refresh_token"),
    body: z.strictObject({ refresh_token: text }),
  }),
  auth("POST", "token", {
    query: grant("pkce"),
    body: z.strictObject({ auth_code: text, code_verifier: text }),
  }),
  auth("POST", "signup", {
    query: redirect,
    body: z.strictObject({ email: text, password: text, data: z.strictObject({ full_name: text }), ...captcha, ...pkce }),
  }),
  auth("POST", "otp", {
    query: redirect,
    body: z.strictObject({ email: text, data: z.strictObject({}), create_user: z.literal(false), ...captcha, ...pkce }),
  }),
  auth("POST", "verify", {
    query: redirect,
    body: z.union([
      z.strictObject({ token_hash: text, type: text, ...captcha }),
      z.strictObject({ email: text, token: text, type: text, ...captcha }),
    ]),
  }),
  auth("POST", "recover", {
    query: z.strictObject({ redirect_to: z.string().regex(/\/reset-password$/) }),
    body: z.strictObject({ email: text, ...captcha, ...pkce }),
  }),
  auth("POST", "resend", {
    query: redirect,
    body: z.strictObject({ email: text, type: z.enum(["signup", "email_change"]), ...captcha, ...pkce }),
  }),
  auth("GET", "user"),
  auth("PUT", "user", {
    // The present password or the mailed code proves that it is the owner.
    body: z.strictObject({ password: text, current_password: text.optional(), nonce: text.optional(), ...pkce }),
  }),
  auth("PUT", "user", {
    body: z.union([z.strictObject({ current_password: text, ...pkce }), z.strictObject({ nonce: text, ...pkce })]),
  }),
  auth("PUT", "user", {
    body: z.strictObject({ data: z.strictObject({ full_name: text.optional(), avatar_url: text.optional() }), ...pkce }),
  }),
  auth("POST", "logout", {
    query: z.strictObject({ scope: z.enum(["global", "local", "others"]) }),
  }),
  auth("GET", "reauthenticate"),
  auth("GET", "authorize", { query: z.looseObject({ provider: text }) }),
  auth("POST", "factors", { body: z.looseObject({ factor_type: text }) }),
  auth("POST", "factors/[^/]+/challenge", {
    body: z.union([nothing, z.strictObject({ factorId: uuid.optional() })]),
  }),
  auth("POST", "factors/[^/]+/verify", { body: z.strictObject({ challenge_id: uuid, code: text }) }),
  auth("DELETE", "factors/[^/]+"),
  // Where the page of another provider leads back to.
  auth("GET", "callback", {
    query: z.looseObject({ state: text }),
  }),
  auth("GET", "settings"),
];

const rest = (method: string, path: string, parts?: Parts): Call => call(method, `/rest/v1/${path}`, parts);

const sermonColumns = z.literal("id,title,content,audio_url,image_url,created_at");
const submissionStatus = z.enum(["new", "responded", "resolved"]);

const DATA_STORE = [
  rest("POST", "rpc/has_role", { body: z.strictObject({ _user_id: uuid, _role: z.literal("admin") }) }),
  rest("GET", "user_roles", {
    query: z.strictObject({ select: z.literal("role"), user_id: eq, role: z.literal("eq.admin") }),
  }),
  rest("POST", "rpc/get_contact_submissions", {
    // The list of messages is read in pages.
    query: z.strictObject({ order: text, offset: text, limit: text, status: eq.optional() }),
    body: z.strictObject({}),
  }),
  rest("POST", "rpc/update_submission_status", {
    body: z.strictObject({ _submission_id: uuid, _status: submissionStatus, _admin_notes: text.nullable() }),
  }),
  rest("GET", "customers", {
    query: z.strictObject({ select: z.literal("stripe_customer_id"), id: eq }),
  }),
  rest("GET", "profiles", {
    query: z.strictObject({ select: z.literal("avatar_url"), id: eq }),
  }),
  rest("GET", "profiles", {
    query: z.strictObject({ select: z.literal("full_name,avatar_url"), id: eq }),
  }),
  rest("PATCH", "profiles", {
    query: z.strictObject({ id: eq }),
    body: z.union([
      z.strictObject({ full_name: text, updated_at: dated }),
      z.strictObject({ avatar_url: text, updated_at: dated }),
    ]),
  }),
  // A page of the library: no texts, and behind the last one of the page before.
  rest("GET", "sermons", {
    query: z.strictObject({
      select: z.literal("id,title,written_title,audio_url,image_url,created_at,is_favourite"),
      user_id: eq,
      theme: eq.optional(),
      minutes: eq.optional(),
      voice: eq.optional(),
      is_favourite: z.literal("eq.true").optional(),
      created_at: z
        .string()
        .regex(/^[lg]te\./)
        .optional(),
      or: text.optional(),
      order: z.enum(["created_at.desc,id.desc", "created_at.asc,id.asc"]),
      limit: z.literal("24"),
    }),
  }),
  rest("GET", "sermons", { query: z.strictObject({ select: z.literal("content"), id: eq }) }),
  rest("PATCH", "sermons", { query: z.strictObject({ id: eq }), body: z.strictObject({ is_favourite: z.boolean() }) }),
  call("POST", "/rest/v1/rpc/search_sermons", {
    body: z.strictObject({
      p_words: text.max(200),
      p_passage: text.max(100),
      p_theme: text.nullable(),
      p_minutes: z.number().nullable(),
      p_voice: text.nullable(),
      p_favourites: z.boolean(),
      p_heard: z.boolean().nullable(),
      p_collection: uuid.nullable(),
      p_sort: z.enum(["best", "newest", "oldest"]),
      p_after: z.strictObject({ rank: z.number(), place: z.number(), ranked_from: dated.nullable(), id: uuid }).nullable(),
      p_limit: z.literal(24),
    }),
  }),
  call("POST", "/rest/v1/rpc/library_choices", { body: z.strictObject({}).optional() }),
  call("POST", "/rest/v1/rpc/list_collections", { body: z.strictObject({ p_ids: z.array(uuid) }) }),
  rest("POST", "collections", {
    query: z.strictObject({ select: z.literal("id") }),
    body: z.strictObject({ name: text.max(60) }),
  }),
  rest("PATCH", "collections", { query: z.strictObject({ id: eq }), body: z.strictObject({ name: text.max(60) }) }),
  rest("DELETE", "collections", { query: z.strictObject({ id: eq }) }),
  call("POST", "/rest/v1/rpc/move_in_collection", {
    body: z.strictObject({ p_collection: uuid, p_sermon: uuid, p_earlier: z.boolean() }),
  }),
  rest("GET", "collection_sermons", {
    query: z.strictObject({
      select: z.enum(["sermon_id", "sermon_id,sermons(title,written_title)"]),
      collection_id: eq,
      order: z.literal("added_at.asc,sermon_id.asc"),
      offset: text,
      limit: text,
    }),
  }),
  rest("POST", "collection_sermons", {
    query: z.strictObject({ on_conflict: z.literal("collection_id,sermon_id"), columns: text.optional() }),
    body: z.array(z.strictObject({ collection_id: uuid, sermon_id: uuid })).min(1),
  }),
  rest("DELETE", "collection_sermons", { query: z.strictObject({ collection_id: eq, sermon_id: text }) }),
  call("POST", "/rest/v1/rpc/list_trash", {
    query: z.strictObject({ select: z.literal("id,title,image_url,deleted_at"), limit: z.literal("200") }),
    body: z.strictObject({}).optional(),
  }),
  call("POST", "/rest/v1/rpc/(trash|restore|delete_trashed)_sermons", { body: z.strictObject({ p_ids: z.array(uuid).min(1) }) }),
  rest("GET", "sermon_notes", { query: z.strictObject({ select: z.literal("note"), sermon_id: eq }) }),
  rest("POST", "sermon_notes", { body: z.strictObject({ sermon_id: uuid, note: text }) }),
  rest("DELETE", "sermon_notes", { query: z.strictObject({ sermon_id: eq }) }),
  rest("GET", "sermons", { query: z.strictObject({ select: sermonColumns, id: eq }) }),
  rest("GET", "sermons", {
    query: z.strictObject({
      select: z.literal("title"),
      user_id: eq,
      order: z.literal("created_at.desc"),
      limit: z.literal("9"),
    }),
  }),
  rest("GET", "sermon_positions", {
    query: z.strictObject({ select: z.literal("seconds,heard,updated_at"), sermon_id: eq }),
  }),
  // Of those that are kept on this device: whether they are still there and as they were, and where somebody stopped.
  rest("GET", "sermons", {
    query: z.strictObject({
      select: z.enum([
        "id,title,written_title,audio_url,image_url,created_at,is_favourite",
        "id,title,written_title,audio_url,image_url,created_at,is_favourite,content",
      ]),
      id: z.string().regex(/^(?:eq|in)\./),
    }),
  }),
  rest("GET", "sermons", {
    query: z.strictObject({
      select: z.literal("id"),
      user_id: eq,
      order: z.literal("created_at.desc,id.desc"),
      limit: z.literal("10"),
    }),
  }),
  rest("GET", "sermon_positions", {
    query: z.strictObject({ select: z.literal("sermon_id,seconds,heard,updated_at"), sermon_id: z.string().startsWith("in.") }),
  }),
  // The sermon to go on with.
  rest("GET", "sermon_positions", {
    query: z.strictObject({
      select: z.literal("sermon_id,seconds,sermons!inner(title,written_title)"),
      seconds: z.literal("gt.0"),
      order: z.literal("updated_at.desc"),
      limit: z.literal("1"),
    }),
  }),
  rest("POST", "sermon_positions", {
    query: z.strictObject({ on_conflict: z.literal("user_id,sermon_id"), select: text.optional() }),
    body: z.strictObject({ user_id: uuid, sermon_id: uuid, seconds: z.number(), heard: z.boolean(), updated_at: dated }),
  }),
  rest("PATCH", "contact_submissions", {
    query: z.strictObject({ id: eq }),
    body: z.strictObject({
      status: z.literal("responded"),
      responded_at: dated,
      email_history: z.array(z.strictObject({ sent_at: dated, subject: text, message: text })).min(1),
    }),
  }),
  rest("GET", "health_check", {
    query: z.strictObject({ select: z.literal("status"), limit: z.literal("1").optional() }),
  }),
  // The tabs count all messages, of which only a page is loaded.
  rest("HEAD", "contact_submissions", {
    query: z.strictObject({ select: z.literal("id"), status: eq }),
  }),
  // How long the oldest new message has waited.
  rest("GET", "contact_submissions", {
    query: z.looseObject({ select: text.optional() }),
  }),
  rest("GET", "profiles", {
    query: z.strictObject({ select: z.literal("bible_translation"), id: eq }),
  }),
  rest("PATCH", "profiles", {
    query: z.strictObject({ id: eq }),
    body: z.strictObject({ bible_translation: text }),
  }),
  rest("GET", "generations", {
    query: z.looseObject({ select: text }),
  }),
  rest("POST", "rpc/place_in_line", { body: z.strictObject({ _generation_id: uuid }) }),
  rest("GET", "generation_steps", {
    query: z.looseObject({ select: text }),
  }),
  rest("GET", "growing_recordings", {
    query: z.strictObject({ select: z.literal("seconds,growing_recording_parts(number,sentences)"), generation_id: eq }),
  }),
  rest("GET", "consents", {
    query: z.looseObject({ select: text }),
  }),
  rest("POST", "consents", {
    query: z.strictObject({ on_conflict: text, columns: text.optional() }),
    body: z.strictObject({ user_id: uuid, kind: text, version: z.union([text, z.number()]) }),
  }),
  rest("DELETE", "consents", {
    query: z.strictObject({ user_id: eq, kind: eq }),
  }),
  rest("GET", "podcast_feeds", {
    query: z.strictObject({ select: z.literal("created_at"), user_id: eq }),
  }),
  rest("DELETE", "podcast_feeds", { query: z.strictObject({ user_id: eq }) }),
  rest("POST", "rpc/list_sessions", {
    body: z.strictObject({}),
  }),
  rest("POST", "rpc/end_session", {
    body: z.strictObject({ p_session: uuid }),
  }),
];

/** No page sends a field that the definition does not have. */
function strict(body: unknown): z.ZodType {
  if (body instanceof ZodMiniDiscriminatedUnion) return z.union(body.def.options.map(strict));
  if (body instanceof ZodMiniObject) return z.strictObject(body.shape);
  throw new Error("a body is an object, or one of several");
}

const SERVER_FUNCTIONS = Object.values<Endpoint>(ENDPOINTS).map(({ name, body }) =>
  call("POST", `/functions/v1/${name}`, { body: strict(body) }),
);

const storage = (method: string, path: string, parts?: Parts): Call => call(method, `/storage/v1/object/${path}`, parts);
const versions = z.looseObject({});

const STORAGE = [
  storage("GET", "public/(sermon-images|sermon-audio)/.+", { query: versions }),
  storage("POST", "sign/(sermon-images|sermon-audio)/.+", {
    body: z.strictObject({ expiresIn: z.literal(3600) }),
  }),
  call("GET", "/audio-cors-proxy", {
    query: z.strictObject({ path: text, bucket: z.literal("sermon-audio"), token: text.optional() }),
  }),
  storage("DELETE", "avatars", { body: z.strictObject({ prefixes: z.array(text).length(1) }) }),
  storage("POST", `avatars/[0-9a-f-]{36}-\\d+\\.[a-z0-9]+`),
  storage("GET", "public/avatars/.+", { query: versions }),
  storage("POST", "sign/sermon-audio", {
    body: z.strictObject({ expiresIn: z.literal(3600), paths: z.array(text) }),
  }),
  // When each word is spoken.
  storage("GET", "sermon-audio/.+\\.json"),
];

const CALLS: Call[] = [...AUTHENTICATION, ...DATA_STORE, ...SERVER_FUNCTIONS, ...STORAGE];

/** Whether this is an address of the API; everything else is pages and their files. */
export const isApi = (path: string): boolean => /^\/(auth|rest|storage|functions)\/v1\/|^\/audio-cors-proxy$/.test(path);

export function isKnown({ method, path, query, body }: Sent): boolean {
  return CALLS.some(
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
  const names = Object.keys(query).join("&");
  return [method, place + (names && `?${names}`), body === undefined ? "" : JSON.stringify(shape(body))].join(" ").trim();
}
