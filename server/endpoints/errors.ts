/** Where nothing says how long a limit lasts. */
const HOUR = 3600;

/** A refusal with the person's text. The log gets `code` and `logMessage` only: texts may hold what a person wrote. */
export class FunctionError extends Error {
  override readonly name = "FunctionError";
  readonly status: number;
  readonly code: string;
  readonly logMessage: string;
  /** The field of the body that is meant, as a path. */
  readonly field: string | undefined;
  /** Seconds after which the same call may be admitted. Every 429 has it. */
  readonly retryAfter: number | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    options?: ErrorOptions & { logMessage?: string; field?: string | undefined; retryAfter?: number },
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.logMessage = options?.logMessage ?? code;
    this.field = options?.field;
    this.retryAfter = options?.retryAfter ?? (status === 429 ? HOUR : undefined);
  }
}

export const errors = {
  missingAuthorization: () => new FunctionError(401, "no_authorization", "Missing authorization header"),
  invalidToken: () => new FunctionError(401, "bad_jwt", "Invalid JWT"),
  sessionEnded: () =>
    new FunctionError(401, "session_not_found", "Authentication required. Your session has ended: please sign in again."),
  secondFactorRequired: () =>
    new FunctionError(403, "insufficient_aal", "Please enter the code from your authenticator app first."),
  reauthenticationNeeded: () =>
    new FunctionError(
      403,
      "reauthentication_needed",
      "Please confirm first that it is you: give your password, or sign in again.",
    ),
  signInRequired: () => new FunctionError(401, "sign_in_required", "Authentication required. Please sign in again."),
  serviceKeyIsNobody: () =>
    new FunctionError(401, "sign_in_required", "This function needs somebody who is signed in. The service key is nobody."),
  userMismatch: () => new FunctionError(403, "user_mismatch", "Authentication error: this request names another user."),
  badBody: (message: string, field?: string) => new FunctionError(400, "validation_failed", message, { field }),
  tooManyRequests: (retryAfter = 60) =>
    new FunctionError(429, "over_request_rate_limit", "Too many requests. Please wait a moment and try again.", { retryAfter }),
  busy: (retryAfter: number) =>
    new FunctionError(503, "over_capacity", "The service is busy. Please try again in a moment.", { retryAfter }),
  unknownFunction: () => new FunctionError(404, "function_not_found", "There is no such function."),
  methodNotAllowed: () => new FunctionError(405, "method_not_allowed", "Functions are called with POST."),
};
