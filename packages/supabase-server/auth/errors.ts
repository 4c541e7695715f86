/** An error response of the dialect (docs/dialect.md#error-codes). `message` is shown to people and reveals nothing about others. */
export class AuthError extends Error {
  override readonly name = "AuthError";
  readonly status: number;
  readonly code: string;
  /** Which rules a refused password breaks. */
  readonly weakPassword: WeakPassword | undefined;
  /** Seconds, of every 429 and 503. */
  readonly retryAfter: number | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    { weakPassword, retryAfter }: { weakPassword?: WeakPassword; retryAfter?: number } = {},
  ) {
    super(message);
    this.retryAfter = retryAfter;
    this.status = status;
    this.code = code;
    this.weakPassword = weakPassword;
  }
}

export interface WeakPassword {
  reasons: ("length" | "characters" | "pwned")[];
}

const catalogue = (status: number, code: string, message: string) => (): AuthError => new AuthError(status, code, message);

export const validationFailed = (message: string): AuthError => new AuthError(400, "validation_failed", message);
export const unsupportedGrantType = catalogue(400, "invalid_credentials", "unsupported_grant_type");
export const badJson = catalogue(400, "bad_json", "Could not parse request body as JSON");
export const bodyTooLarge = catalogue(413, "request_entity_too_large", "Request body is larger than 1 MiB");
export const requestTimeout = catalogue(408, "request_timeout", "The request body came too slowly");
export const notFound = catalogue(404, "not_found", "There is no such endpoint");
/** 503: clients keep their session and try again. */
export const busy = (retryAfter: number): AuthError =>
  new AuthError(503, "over_capacity", "The service is busy. Please try again in a moment", { retryAfter });
export const unexpectedFailure = catalogue(500, "unexpected_failure", "Unexpected failure, please try again later");

export const noAuthorization = catalogue(401, "no_authorization", "This endpoint requires a valid Bearer token");
export const badJwt = (message: string): AuthError => new AuthError(403, "bad_jwt", `invalid JWT: ${message}`);
export const notAdmin = catalogue(403, "not_admin", "User not allowed");
export const callerNotFound = catalogue(403, "user_not_found", "User from sub claim in JWT does not exist");
export const sessionNotFound = catalogue(403, "session_not_found", "Session from session_id claim in JWT does not exist");
export const callerBanned = catalogue(403, "user_banned", "User is banned");

export const invalidCredentials = catalogue(400, "invalid_credentials", "Invalid login credentials");
export const emailNotConfirmed = catalogue(400, "email_not_confirmed", "Email not confirmed");
export const banned = catalogue(400, "user_banned", "User is banned");
export const refreshOfBanned = catalogue(400, "user_banned", "Invalid Refresh Token: User Banned");
export const refreshTokenNotFound = catalogue(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
export const sessionExpired = catalogue(400, "session_expired", "Invalid Refresh Token: Session Expired");
export const refreshTokenAlreadyUsed = catalogue(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");

export const badCodeVerifier = catalogue(
  400,
  "bad_code_verifier",
  "code challenge does not match previously saved code verifier",
);
export const flowStateNotFound = catalogue(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
export const flowStateExpired = catalogue(422, "flow_state_expired", "invalid flow state, flow state has expired");
export const linkExpired = catalogue(403, "otp_expired", "Email link is invalid or has expired");
export const codeExpired = catalogue(403, "otp_expired", "Token has expired or is invalid");

export const reauthenticationNeeded = (what: string): AuthError =>
  new AuthError(400, "reauthentication_needed", `${what} requires reauthentication`);
export const reauthenticationNotValid = catalogue(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
export const currentPasswordInvalid = catalogue(400, "current_password_invalid", "The current password is not right");
export const secondFactorNeeded = catalogue(
  401,
  "insufficient_aal",
  "AAL2 session is required to update the user when MFA is enabled.",
);
export const samePassword = catalogue(422, "same_password", "New password should be different from the old password.");
export const weakPassword = (message: string, reasons: WeakPassword["reasons"]): AuthError =>
  new AuthError(422, "weak_password", message, { weakPassword: { reasons } });
export const emailExists = catalogue(422, "email_exists", "A user with this email address has already been registered");
export const idExists = catalogue(422, "user_already_exists", "A user with this id has already been registered");
export const userNotFound = catalogue(404, "user_not_found", "User not found");
/** `retryAfter` in seconds. The default is for a queue that is full. */
export const overRequestRateLimit = (retryAfter = 1): AuthError =>
  new AuthError(429, "over_request_rate_limit", "Request rate limit reached", { retryAfter });
export const overMailLimit = (retryAfter: number): AuthError =>
  new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded", { retryAfter });
export const tooSoon = (seconds: number): AuthError =>
  new AuthError(429, "over_email_send_rate_limit", `For security purposes, you can only request this after ${seconds} seconds.`, {
    retryAfter: seconds,
  });

export const phoneDisabled = (message: string): AuthError => new AuthError(400, "phone_provider_disabled", message);
export const anonymousDisabled = catalogue(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
export const web3Disabled = catalogue(422, "web3_provider_disabled", "Web3 provider is disabled");
export const samlDisabled = catalogue(404, "saml_provider_disabled", "SAML 2.0 is disabled");
export const phoneFactorDisabled = catalogue(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
export const webAuthnFactorDisabled = catalogue(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn");
export const manualLinkingDisabled = catalogue(404, "manual_linking_disabled", "Manual linking is disabled");

export const insufficientAal = (status: 401 | 403 | 422, message: string): AuthError =>
  new AuthError(status, "insufficient_aal", message);
export const factorNotFound = catalogue(404, "mfa_factor_not_found", "Factor not found");
export const factorNameConflict = (name: string): AuthError =>
  new AuthError(422, "mfa_factor_name_conflict", `A factor with the friendly name "${name}" for this user already exists`);
export const tooManyFactors = catalogue(
  422,
  "too_many_enrolled_mfa_factors",
  "Maximum number of verified factors reached, unenroll to continue",
);
export const challengeNotFound = catalogue(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
export const challengeElsewhere = catalogue(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch");
export const challengeExpired = (id: string): AuthError =>
  new AuthError(
    422,
    "mfa_challenge_expired",
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  );
export const wrongFactorCode = catalogue(422, "mfa_verification_failed", "Invalid TOTP code entered");

export const unsupportedProvider = (reason: string): AuthError =>
  new AuthError(400, "validation_failed", `Unsupported provider: ${reason}`);
export const providerOff = (issuer: string): AuthError =>
  new AuthError(400, "provider_disabled", `Provider (issuer "${issuer}") is not enabled`);
export const badOAuthState = (message: string): AuthError => new AuthError(400, "bad_oauth_state", message);
export const badOAuthCallback = (message: string): AuthError => new AuthError(400, "bad_oauth_callback", message);
export const flowStateUsed = catalogue(400, "flow_state_already_used", "State has already been used");
// Not 500, on which the client would retry: the fault is the provider's.
export const providerFailed = (message: string): AuthError => new AuthError(422, "unexpected_failure", message);
export const providerEmailUnverified = (provider: string): AuthError =>
  new AuthError(
    422,
    "provider_email_needs_verification",
    `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  );
export const identityTaken = (message: string): AuthError => new AuthError(422, "identity_already_exists", message);
export const identityNotFound = catalogue(422, "identity_not_found", "Identity doesn't exist");
export const singleIdentity = catalogue(
  422,
  "single_identity_not_deletable",
  "User must have at least 1 identity after unlinking",
);
export const identityEmailConflict = catalogue(
  422,
  "email_conflict_identity_not_deletable",
  "Unable to unlink identity due to email conflict",
);

/** An error in the form of RFC 6749, section 5.2, which the grant `id_token` uses in both API versions. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly error: string;
  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}
