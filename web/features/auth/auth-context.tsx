import type { User } from "@supabase/supabase-js";
import { createContext, use } from "react";

export interface AuthState {
  /**
   * "initializing" while the auth service is looked for, "resolving" while the stored session is read, "unreachable" when the service
   * did not answer: a stored session then stays where it is. "second-factor" when the password was right and the code of the
   * authenticator app is still to come.
   */
  status: "initializing" | "resolving" | "unreachable" | "second-factor" | "signed-in" | "signed-out";
  /** Whoever is signed in, with everything that this takes. */
  user: User | null;
  /** Nobody is signed in because the person signed out here: whoever signs in next does not begin where they left. */
  signedOutHere?: boolean;
  /** Ends every session of this user and leads to the sign-in page. Never rejects. */
  signOut: () => Promise<void>;
  /** Looks for the auth service again, when it was "unreachable". */
  retry: () => void;
}

export const AuthContext = createContext<AuthState | null>(null);

export function useAuth(): AuthState {
  const auth = use(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
