import * as z from "zod/mini";
import { functionError, type Endpoint, type EndpointAnswer, type EndpointBody } from "../../shared/endpoints/endpoint.ts";
import { getSupabase } from "./supabase.ts";

/** The endpoint answered with an error; `message` is shown to the user. */
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
 * Calls an endpoint and resolves to its parsed answer. `read` is a schema for pages that need only a part of the answer. Throws
 * `FunctionRefusal`, or the client's error when there was no answer or it could not be parsed.
 */
export async function callEndpoint<E extends JsonEndpoint, A extends z.ZodMiniType = E["answer"]>(
  endpoint: E,
  body: EndpointBody<E>,
  read?: A,
): Promise<z.output<A>> {
  return z.parse(read ?? endpoint.answer, await invoke(endpoint, body)) as z.output<A>;
}

/** Resolves to the endpoint's event stream, or to its parsed JSON answer if the server sent no stream. Throws as `callEndpoint` does. */
export async function streamEndpoint<E extends JsonEndpoint & { streams: string }>(
  endpoint: E,
  body: EndpointBody<E>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | EndpointAnswer<E>> {
  const data = await invoke(endpoint, body, { headers: { Accept: endpoint.streams }, signal });
  if (data instanceof Response && data.body) return data.body;
  return z.parse(endpoint.answer, data) as EndpointAnswer<E>;
}
