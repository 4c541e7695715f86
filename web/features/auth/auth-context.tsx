import type { User } from "@supabase/supabase-js";
import { createContext, use } from "react";

export interface AuthState {
  /** "initializing" until the stored session has been read. */
  status: "initializing" | "signed-in" | "signed-out";
  user: User | null;
  /** Ends every session of this user. */
  signOut: () => Promise<void>;
}

export const AuthContext = createContext<AuthState | null>(null);

export function useAuth(): AuthState {
  const auth = use(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
