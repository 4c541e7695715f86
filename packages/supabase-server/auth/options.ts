import type { Database } from "@lampstand/database";
import type { TokenKeys } from "../gateway/tokens.ts";
import { withDefaultLimits, type LimitChanges, type Limits } from "./limits.ts";
import type { OidcProvider } from "./oidc/provider-config.ts";
import { createProviders, type Provider } from "./oidc/providers.ts";

/** Times are in seconds. */
export interface AuthOptions {
  db: Database;
  keys: TokenKeys;
  /** Where people reach the app: the site that links and redirects lead to. */
  publicUrl: string;
  /** What the product is called in mails; no password may be it. */
  productName: string;
  /** Further redirect targets, as globs: `*` stops at `.` and `/`, `**` does not, `?` is one character. */
  redirectAllowList?: readonly string[];
  /** bcrypt's cost: 11 takes about 100 ms on the machine this was measured on, each step doubles it. */
  passwordCost?: number;
  passwordMinLength?: number;
  /** Sets of characters: a password has one of each. */
  passwordCharacters?: readonly string[];
  /** Least time between two mails of a kind to an address. */
  mailInterval?: number;
  /** Milliseconds: answers that must not tell who has an account come at multiples of them. 0: at once. */
  answerPace?: number;
  accessTokenLife?: number;
  /** How long after a rotation an older refresh token still answers with the living one, although that has been used. */
  refreshReuseInterval?: number;
  /** After this time a session ends, however much it is used. */
  sessionLife?: number;
  /** A session ends when it was not refreshed for this time. */
  sessionIdleLife?: number;
  /** Of the mails of sign-ups, invitations and e-mail changes. */
  signUpLinkLife?: number;
  /** Of the mails that open an account or prove who is at it. */
  recoveryLinkLife?: number;
  /** What differs from the limits of limits.ts. */
  limits?: LimitChanges;
  /** Whom people can sign in with, beside us. */
  oidcProviders?: readonly OidcProvider[];
  /** Whether people may add providers to their account, and take them away, themselves. */
  manualLinking?: boolean;
}

export interface Auth extends Required<Omit<AuthOptions, "limits" | "oidcProviders">> {
  limits: Limits;
  providers: ReadonlyMap<string, Provider>;
}

export type SessionLife = Pick<Auth, "sessionLife" | "sessionIdleLife">;

/** Half a year, and a month and a half: whoever comes once a month stays signed in (docs/decisions/025-sessions-end.md). */
const DEFAULT_SESSION_LIFE: SessionLife = { sessionLife: 180 * 86_400, sessionIdleLife: 45 * 86_400 };

export function withDefaults(options: AuthOptions): Auth {
  return {
    redirectAllowList: [],
    passwordCost: 11,
    passwordMinLength: 8,
    passwordCharacters: [],
    mailInterval: 60,
    answerPace: 100,
    accessTokenLife: 3600,
    refreshReuseInterval: 10,
    ...DEFAULT_SESSION_LIFE,
    signUpLinkLife: 86_400,
    recoveryLinkLife: 3600,
    manualLinking: false,
    ...options,
    providers: createProviders(options.oidcProviders ?? []),
    limits: withDefaultLimits(options.limits),
  };
}
