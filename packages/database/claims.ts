/** Roles that a request can have; they exist in the database under the same names. */
export type Role = "anon" | "authenticated" | "service_role";

/** The verified claims of a request's token; `role` decides the database role, `sub` is what `auth.uid()` returns. */
export interface Claims {
  role: Role;
  sub?: string;
  [claim: string]: unknown;
}
