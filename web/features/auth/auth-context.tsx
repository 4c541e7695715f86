import type { User } from "@supabase/supabase-js";
import { createContext, use } from "react";

export interface AuthState {
  /**
   * "initializing" while the auth service is looked for, "resolving" while the stored session is read, "unreachable" when the service
   * did not answer: a stored session then stays where it is.
   */
  status: "initializing" | "resolving" | "unreachable" | "signed-in" | "signed-out";
  user: User | null;
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
