import type { QueryClient } from "@tanstack/react-query";
import { BRAND } from "../../../../shared/brand.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { factors } from "../factors.ts";
import { sessions } from "./sessions.ts";

export interface Enrolment {
  factorId: string;
  /** Data URL of the QR code. */
  qrCode: string;
  /** The secret in the QR code, for typing. */
  secret: string;
}

// The client prepends "data:image/svg+xml;utf-8," to the unencoded SVG, where a "#" would start the fragment (RFC 2397, RFC 3986 2.2).
function imageAddress(qrCode: string): string {
  return `data:image/svg+xml,${encodeURIComponent(qrCode.slice(qrCode.indexOf("<")))}`;
}

/** Starts the setup of an authenticator app, which is active after its first right code. Removes unfinished setups. */
export async function enrol(): Promise<Enrolment> {
  const { auth } = await getSupabase();
  const listed = await auth.mfa.listFactors();
  if (listed.error) throw listed.error;
  const names = new Set<string | undefined>();
  for (const { id, status, friendly_name: name } of listed.data.all) {
    if (status === "verified") names.add(name);
    else await auth.mfa.unenroll({ factorId: id });
  }
  let number = 1;
  while (names.has(`Authenticator app ${number}`)) number += 1;
  const { data, error } = await auth.mfa.enroll({
    factorType: "totp",
    friendlyName: `Authenticator app ${number}`,
    issuer: BRAND.product,
  });
  if (error) throw error;
  return { factorId: data.id, qrCode: imageAddress(data.totp.qr_code), secret: data.totp.secret };
}

/** Removes an authenticator app or an unfinished setup. */
export async function unenrol(factorId: string): Promise<void> {
  const { auth } = await getSupabase();
  const { error } = await auth.mfa.unenroll({ factorId });
  if (error) throw error;
  // The session's token and user still list the factor until they are refreshed.
  await auth.refreshSession();
}

/** Refetches factors and sessions: adding the first app ends sessions that have not shown its code. */
export async function factorsChanged(queryClient: QueryClient): Promise<void> {
  await Promise.all([queryClient.invalidateQueries(factors()), queryClient.invalidateQueries(sessions())]);
}
