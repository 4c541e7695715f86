import * as z from "zod/mini";
import { functionError, type Endpoint, type EndpointAnswer, type EndpointBody } from "../../shared/endpoints/endpoint.ts";
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

type JsonEndpoint = Endpoint & { answer: z.ZodMiniType };
interface Options {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function invoke<E extends Endpoint>({ name }: E, body: EndpointBody<E>, options: Options = {}): Promise<unknown> {
  const { functions } = await getSupabase();
  const { data, error, response } = await functions.invoke<unknown>(name, { body: body as object, ...options });
  if (!error) return data;
  const refusal = functionError.safeParse(await response?.json().catch(() => null));
  if (response && refusal.success) throw new FunctionRefusal(response.status, refusal.data);
  throw error;
}

/**
 * Calls an endpoint and answers what it answers; `read` where a page needs less of that than the definition promises. Throws
 * `FunctionRefusal`, or the client's error when nothing readable answered.
 */
export async function callEndpoint<E extends JsonEndpoint, A extends z.ZodMiniType = E["answer"]>(
  endpoint: E,
  body: EndpointBody<E>,
  read?: A,
): Promise<z.output<A>> {
  return z.parse(read ?? endpoint.answer, await invoke(endpoint, body)) as z.output<A>;
}

/** Asks an endpoint for its stream: the stream, or the JSON answer where the server answered at once. Throws as `callEndpoint` does. */
export async function streamEndpoint<E extends JsonEndpoint & { streams: string }>(
  endpoint: E,
  body: EndpointBody<E>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | EndpointAnswer<E>> {
  const data = await invoke(endpoint, body, { headers: { Accept: endpoint.streams }, signal });
  if (data instanceof Response && data.body) return data.body;
  return z.parse(endpoint.answer, data) as EndpointAnswer<E>;
}
