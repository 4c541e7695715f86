import type { Database } from "@lampstand/database";
import type { TokenKeys } from "../gateway/tokens.ts";
import { withDefaultLimits, type LimitChanges, type Limits } from "./limits.ts";
import type { OidcProvider } from "./oidc/provider-config.ts";
import { createProviders, type Provider } from "./oidc/providers.ts";

export interface AuthOptions {
  db: Database;
  keys: TokenKeys;
  /** The app's URL, target of links and redirects. */
  publicUrl: string;
  /** Name in mails; refused as a password. */
  productName: string;
  /** Further redirect targets, as globs: `*` stops at `.` and `/`, `**` does not, `?` is one character. */
  redirectAllowList?: readonly string[];
  /** bcrypt cost: 11 takes about 100 ms, and each step doubles it. */
  passwordCost?: number;
  passwordMinLength?: number;
  /** Sets of characters; a password needs one of each. */
  passwordCharacters?: readonly string[];
  /** Minimum time between two mails of a kind to an address, in seconds. */
  mailInterval?: number;
  /** Milliseconds: responses that must not reveal by their time who has an account are sent at multiples of this. 0: at once. */
  responseIntervalMs?: number;
  /** Overrides of the defaults in limits.ts. */
  limits?: LimitChanges;
  /** External sign-in providers. */
  oidcProviders?: readonly OidcProvider[];
  /** Whether people may link and unlink providers themselves. */
  manualLinking?: boolean;
}

export interface Auth extends Required<Omit<AuthOptions, "limits" | "oidcProviders">> {
  limits: Limits;
  providers: ReadonlyMap<string, Provider>;
}

export function withDefaults(options: AuthOptions): Auth {
  return {
    redirectAllowList: [],
    passwordCost: 11,
    passwordMinLength: 8,
    passwordCharacters: [],
    mailInterval: 60,
    responseIntervalMs: 100,
    manualLinking: false,
    ...options,
    providers: createProviders(options.oidcProviders ?? []),
    limits: withDefaultLimits(options.limits),
  };
}
