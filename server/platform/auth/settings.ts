/** GET /health. The client's other end is upstream's GoTrue, whose dialect of this version is spoken. */
export const HEALTH = {
  version: "v2.196.0",
  name: "GoTrue",
  description: "GoTrue is a user registration and authentication API",
} as const;

const OFF = [
  "anonymous_users apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc",
  "notion slack slack_oidc snapchat spotify twitch twitter workos zoom phone",
].join(" ");

/** GET /settings: what is switched on. */
export const SETTINGS = {
  external: { ...Object.fromEntries(OFF.split(" ").map((name) => [name, false])), email: true },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: "",
  saml_enabled: false,
  saml_private_key_next_configured: false,
  passkeys_enabled: false,
} as const;
