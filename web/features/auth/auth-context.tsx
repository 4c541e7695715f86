import type { User } from "@supabase/supabase-js";
import { createContext, use } from "react";

export interface AuthState {
  /**
   * "initializing": the auth service's health is being checked. "resolving": the stored session is being read. "unreachable": the service
   * did not answer; a stored session is kept. "second-factor": the password was right, and the code of the authenticator app is missing.
   */
  status: "initializing" | "resolving" | "unreachable" | "second-factor" | "signed-in" | "signed-out";
  /** The signed-in user; null until the second factor has been shown as well. */
  user: User | null;
  /** Signed in without a password, which has to be chosen first (password-needed.ts). */
  needsPassword?: boolean;
  /** The person signed out in this tab, so the next sign-in does not return to the page that they left. */
  signedOutHere?: boolean;
  /** Ends every session of this user and leads to the sign-in page. Never rejects. */
  signOut: () => Promise<void>;
  /** Checks the auth service again after "unreachable". */
  retry: () => void;
}

export const AuthContext = createContext<AuthState | null>(null);

export function useAuth(): AuthState {
  const auth = use(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
