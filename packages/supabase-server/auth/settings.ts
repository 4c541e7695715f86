/** GET /health. Names GoTrue, the upstream server, and the version whose API is implemented. */
export const HEALTH = {
  version: "v2.196.0",
  name: "GoTrue",
  description: "GoTrue is a user registration and authentication API",
} as const;

const NAMES = [
  "anonymous_users apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc",
  "notion slack slack_oidc snapchat spotify twitch twitter workos zoom phone",
].flatMap((names) => names.split(" "));

/** Whether upstream has a provider of this name; it is then disabled, not unknown. */
export const isKnownProvider = (name: string): boolean => NAMES.includes(name);

/** GET /settings. */
export function settings(providers: Iterable<string>): Record<string, unknown> {
  return {
    external: {
      ...Object.fromEntries(NAMES.map((name) => [name, false])),
      email: true,
      ...Object.fromEntries([...providers].map((name) => [name, true])),
    },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  };
}
