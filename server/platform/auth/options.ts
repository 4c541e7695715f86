import { PASSWORD_MIN_CHARS } from "../../../shared/constants.ts";
import type { Database } from "../../db/database.ts";
import type { Keys } from "../gateway/tokens.ts";

/** Times are in seconds. */
export interface AuthOptions {
  db: Database;
  keys: Pick<Keys, "jwtSecret">;
  /** Where people reach the app: the site that links and redirects lead to. */
  publicUrl: string;
  /** Further redirect targets, as globs: `*` stops at `.` and `/`, `**` does not, `?` is one character. */
  redirectAllowList?: readonly string[];
  /** bcrypt's cost: 11 takes about 100 ms on the machine this was measured on, each step doubles it. */
  passwordCost?: number;
  passwordMinLength?: number;
  /** Least time between two mails of a kind to an address. */
  mailInterval?: number;
  accessTokenLife?: number;
  /** How long after a rotation a refresh token older than its parent still answers with the living one. */
  refreshReuseInterval?: number;
  signUpLinkLife?: number;
  recoveryLinkLife?: number;
}

export type Auth = Required<AuthOptions>;

export function withDefaults(options: AuthOptions): Auth {
  return {
    redirectAllowList: [],
    passwordCost: 11,
    passwordMinLength: PASSWORD_MIN_CHARS,
    mailInterval: 60,
    accessTokenLife: 3600,
    refreshReuseInterval: 10,
    signUpLinkLife: 86_400,
    recoveryLinkLife: 3600,
    ...options,
  };
}
