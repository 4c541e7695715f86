/** The body and status of an error answer in PostgREST's form (docs/dialect.md#rest-errors). */
export class RestError extends Error {
  override readonly name = "RestError";
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = extra.details ?? null;
    this.hint = extra.hint ?? null;
    this.headers = extra.headers ?? {};
  }

  /** All four keys, null allowed. */
  toJSON(): { code: string; details: unknown; hint: string | null; message: string } {
    return { code: this.code, details: this.details, hint: this.hint, message: this.message };
  }
}

export const parseError = (what: string, column: number, details: string): RestError =>
  new RestError(400, "PGRST100", `"failed to parse ${what}" (line 1, column ${column})`, { details });

export const badRpcMethod = (method: string): RestError =>
  new RestError(405, "PGRST101", `Cannot use the ${method} method on RPC`);

export const badBody = (message: string, status = 400): RestError => new RestError(status, "PGRST102", message);

export const badRange = (details: string): RestError =>
  new RestError(416, "PGRST103", "Requested range not satisfiable", { details });

export const schemaNotExposed = (schema: string, exposed: readonly string[]): RestError =>
  new RestError(406, "PGRST106", `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(", ")}`,
  });

export const mediaTypeNotAvailable = (accepted: string): RestError =>
  new RestError(406, "PGRST107", `None of these media types are available: ${accepted}`);

export const notEmbedded = (name: string): RestError =>
  new RestError(400, "PGRST108", `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });

export const badResponseHeaders = (): RestError =>
  new RestError(
    500,
    "PGRST111",
    "response.headers guc must be a JSON array composed of objects with a single key and a string value",
  );

export const badResponseStatus = (): RestError =>
  new RestError(500, "PGRST112", "response.status guc must be a valid status code");

export const notSingular = (rows: number): RestError =>
  new RestError(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${rows} rows`,
  });

export const unsupportedMethod = (method: string): RestError =>
  new RestError(405, "PGRST117", `Unsupported HTTP method: ${method}`);

export const relatedOrderNotToOne = (origin: string, target: string): RestError =>
  new RestError(400, "PGRST118", `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });

export const badEmbedFilter = (name: string): RestError =>
  new RestError(400, "PGRST120", `Bad operator on the '${name}' embedded resource`, {
    details: "Only is null or not is null filters are allowed on embedded resources",
  });

export const badRaise = (details: string, hint: string): RestError =>
  new RestError(500, "PGRST121", `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, { details, hint });

export const badPreferences = (invalid: readonly string[]): RestError =>
  new RestError(400, "PGRST122", "Invalid preferences given with handling=strict", {
    details: `Invalid preferences: ${invalid.join(", ")}`,
  });

export const aggregatesNotAllowed = (): RestError =>
  new RestError(400, "PGRST123", "Use of aggregate functions is not allowed", {
    details: "Of the aggregate functions only count() is supported here, alone in its select.",
  });

export const tooManyAffected = (rows: number): RestError =>
  new RestError(400, "PGRST124", "Query result exceeds max-affected preference constraint", {
    details: `The query affects ${rows} rows`,
  });

export const badPath = (): RestError => new RestError(404, "PGRST125", "Invalid path specified in request URL");

export const noOpenApi = (): RestError => new RestError(404, "PGRST126", "Root endpoint metadata is disabled");

export const notImplemented = (details: string, hint: string | null = null): RestError =>
  new RestError(400, "PGRST127", "Feature not implemented", { details, hint });

export const maxAffectedNeedsSet = (): RestError =>
  new RestError(400, "PGRST128", "Function must return SETOF or TABLE when max-affected preference is used with handling=strict");

export const unknownColumnInBody = (table: string, column: string): RestError =>
  new RestError(400, "PGRST204", `Could not find the '${column}' column of '${table}' in the schema cache`);

export const unknownTable = (schema: string, table: string, closest: string | null): RestError =>
  new RestError(404, "PGRST205", `Could not find the table '${schema}.${table}' in the schema cache`, {
    hint: closest === null ? null : `Perhaps you meant the table '${schema}.${closest}'`,
  });

/** PostgreSQL's error for an unknown column; found earlier here, since every identifier comes from the schema cache. */
export const unknownColumn = (table: string, column: string): RestError =>
  new RestError(400, "42703", `column ${table}.${column} does not exist`);

export const unknownType = (type: string): RestError =>
  new RestError(400, "42704", `type "${type}" does not exist, or casts to it are not supported`);

export const duplicateEmbed = (name: string): RestError =>
  new RestError(400, "42712", `table name "${name}" specified more than once`);

const UNAVAILABLE = {
  PGRST000: "Database connection error. Retrying the connection.",
  PGRST002: "Could not query the database for the schema cache. Retrying.",
};
/** With Retry-After, supabase-js tries a read again by itself. */
export const unavailable = (code: keyof typeof UNAVAILABLE, retryAfterSeconds: number): RestError =>
  new RestError(503, code, UNAVAILABLE[code], { headers: { "retry-after": String(retryAfterSeconds) } });

/** 503, unlike upstream's 504: supabase-js then retries by itself after Retry-After. */
export const poolExhausted = (retryAfterSeconds = 1): RestError =>
  new RestError(503, "PGRST003", "Timed out acquiring connection from connection pool.", {
    hint: `Too many requests of this kind are waiting; try again in ${retryAfterSeconds} s.`,
    headers: { "retry-after": String(retryAfterSeconds) },
  });

// Codes with an L are limits that upstream does not have.

export const answerTooLarge = (bytes: number): RestError =>
  new RestError(413, "PGRSTL01", `The answer is larger than ${bytes / 1024 / 1024} MB`, {
    details: "Nothing was answered, and nothing of a write has stayed.",
    hint: "Ask for fewer rows (limit, offset) or columns (select), also of embedded resources.",
  });

export const beyondLimit = (message: string, hint: string, status = 400): RestError =>
  new RestError(status, "PGRSTL02", message, { hint });

/** PostgREST has no rate limits of its own, so the code is that of auth. */
export const tooManyRequests = (): RestError =>
  new RestError(429, "over_request_rate_limit", "Too many requests", { hint: "Try again after the seconds of Retry-After." });

export const unexpected = (): RestError => new RestError(500, "PGRSTX00", "Internal error");

/** PGRST301: invalid token; PGRST303: expired or not yet valid. */
export const badToken = (reason: "invalid" | "expired", message: string): RestError =>
  new RestError(401, reason === "expired" ? "PGRST303" : "PGRST301", message, {
    headers: { "www-authenticate": `Bearer error="invalid_token", error_description="${message}"` },
  });

const CACHE_MISSES = new Set(["PGRST200", "PGRST202", "PGRST204", "PGRST205", "42703", "42704"]);

/** Whether the error is an unknown name, which a newer schema cache might contain. */
export function isCacheMiss(error: unknown): boolean {
  return error instanceof RestError && CACHE_MISSES.has(error.code);
}
