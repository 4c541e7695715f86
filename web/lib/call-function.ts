import * as z from "zod/mini";
import { functionError } from "../../shared/functions.ts";
import { getSupabase } from "./supabase.ts";

/** The function answered with a refusal; `message` is for the person. */
export class FunctionRefusal extends Error {
  override readonly name = "FunctionRefusal";
  readonly status: number;
  readonly code: string;
  constructor(status: number, refusal: z.infer<typeof functionError>) {
    super(refusal.message);
    this.status = status;
    this.code = refusal.code;
  }
}

/** Calls a server function. Throws `FunctionRefusal`, or the client's error when nothing readable answered. */
export async function callFunction<T>(name: string, body: object, answer: z.core.$ZodType<T>): Promise<T> {
  const { data, error, response } = await (await getSupabase()).functions.invoke<unknown>(name, { body });
  if (!error) return z.parse(answer, data);
  const refusal = functionError.safeParse(await response?.json().catch(() => null));
  if (response && refusal.success) throw new FunctionRefusal(response.status, refusal.data);
  throw error;
}
