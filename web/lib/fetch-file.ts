import type * as z from "zod/mini";
import { functionError, type Endpoint } from "../../shared/endpoints/endpoint.ts";
import { FunctionRefusal } from "./call-endpoint.ts";
import { getConfig } from "./config.ts";
import { getSupabase } from "./supabase.ts";

/**
 * Calls an endpoint that answers with a file. Throws `FunctionRefusal`, or the browser's error if there was no answer. Uses fetch, because
 * supabase-js would read the file as text.
 */
export async function fetchFile<E extends Endpoint>(endpoint: E, body: z.input<E["body"]>): Promise<Response> {
  const [{ auth }, { supabaseUrl, supabaseAnonKey }] = await Promise.all([getSupabase(), getConfig()]);
  const { data } = await auth.getSession();
  const response = await fetch(`${supabaseUrl}/functions/v1/${endpoint.name}`, {
    method: "POST",
    headers: {
      apikey: supabaseAnonKey,
      authorization: `Bearer ${data.session?.access_token ?? supabaseAnonKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  if (response.ok) return response;
  const refusal = functionError.safeParse(await response.json().catch(() => null));
  if (refusal.success) throw new FunctionRefusal(response.status, refusal.data);
  throw new Error(`${endpoint.name} answered ${response.status}`);
}
