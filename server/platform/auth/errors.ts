/** A refusal in the dialect's terms (contract 1.1 and 1.14). `message` is shown to people and holds nothing about others. */
export class AuthError extends Error {
  override readonly name = "AuthError";
  readonly status: number;
  readonly code: string;
  /** Which rules a refused password breaks. */
  readonly weakPassword: WeakPassword | undefined;
  constructor(status: number, code: string, message: string, weakPassword?: WeakPassword) {
    super(message);
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
export const notFound = catalogue(404, "not_found", "There is no such endpoint");
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
export const refreshTokenNotFound = catalogue(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
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

export const samePassword = catalogue(422, "same_password", "New password should be different from the old password.");
export const weakPassword = (message: string, reasons: WeakPassword["reasons"]): AuthError =>
  new AuthError(422, "weak_password", message, { reasons });
export const emailExists = catalogue(422, "email_exists", "A user with this email address has already been registered");
export const userNotFound = catalogue(404, "user_not_found", "User not found");
export const overRequestRateLimit = catalogue(429, "over_request_rate_limit", "Request rate limit reached");
export const tooSoon = (seconds: number): AuthError =>
  new AuthError(429, "over_email_send_rate_limit", `For security purposes, you can only request this after ${seconds} seconds.`);

export const otpDisabled = catalogue(422, "otp_disabled", "Signups not allowed for otp");
export const magicLinkDisabled = catalogue(422, "email_provider_disabled", "Sign-in by mailed link is not enabled");
export const emailChangeDisabled = catalogue(422, "email_provider_disabled", "Changing the e-mail address is not enabled");
export const phoneDisabled = catalogue(400, "phone_provider_disabled", "Phone sign-ins and sign-ups are disabled");
export const anonymousDisabled = catalogue(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
export const idTokenDisabled = catalogue(400, "provider_disabled", "Sign-in with an ID token is not enabled");
export const web3Disabled = catalogue(422, "web3_provider_disabled", "Web3 provider is disabled");
export const reauthenticationDisabled = catalogue(422, "email_provider_disabled", "Reauthentication by mail is not enabled");
export const mailedInvitesDisabled = catalogue(422, "email_provider_disabled", "Invitations and generated links are not enabled");
export const samlDisabled = catalogue(404, "saml_provider_disabled", "SAML 2.0 is disabled");
export const providerDisabled = catalogue(400, "validation_failed", "Unsupported provider: provider is not enabled");
export const totpEnrolDisabled = catalogue(422, "mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP");
export const totpVerifyDisabled = catalogue(422, "mfa_totp_verify_not_enabled", "MFA verification is disabled for TOTP");
export const manualLinkingDisabled = catalogue(404, "manual_linking_disabled", "Manual linking is disabled");
