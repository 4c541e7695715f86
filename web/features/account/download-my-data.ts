import * as endpoints from "../../../shared/endpoints/account.ts";
import { functionError } from "../../../shared/endpoints/endpoint.ts";
import { FunctionRefusal } from "../../lib/call-endpoint.ts";
import { getConfig } from "../../lib/config.ts";
import { getSupabase } from "../../lib/supabase.ts";

export interface MyData {
  content: Blob;
  fileName: string;
}

const FALLBACK_NAME = "my-data.zip";

/**
 * Downloads all data stored about the user, as a ZIP file. Throws `FunctionRefusal`, or the browser's error if there was no answer.
 * Uses fetch, because supabase-js would read a ZIP file as text.
 */
export async function downloadMyData(): Promise<MyData> {
  const [{ auth }, { supabaseUrl, supabaseAnonKey }] = await Promise.all([getSupabase(), getConfig()]);
  const { data } = await auth.getSession();
  const response = await fetch(`${supabaseUrl}/functions/v1/${endpoints.downloadMyData.name}`, {
    method: "POST",
    headers: {
      apikey: supabaseAnonKey,
      authorization: `Bearer ${data.session?.access_token ?? supabaseAnonKey}`,
      "content-type": "application/json",
    },
    body: "{}",
  });
  if (!response.ok) {
    const refusal = functionError.safeParse(await response.json().catch(() => null));
    if (refusal.success) throw new FunctionRefusal(response.status, refusal.data);
    throw new Error(`download-my-data answered ${response.status}`);
  }
  const named = /filename="?([^";/\\]+)"?/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return { content: await response.blob(), fileName: named ?? FALLBACK_NAME };
}
