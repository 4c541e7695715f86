import type { z } from "zod";
import type { Seller } from "../engine/seller.ts";
import { inTimeOf } from "../engine/time.ts";
import { resourceMissing, type SandboxError } from "../error.ts";
import { listOf, type Kind, type ObjectsByKind } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";
import type { Form } from "./form.ts";
import { parseParameters, type Paging } from "./parameters.ts";

export interface ApiContext {
  /** In real time. */
  ledger: Ledger;
  seller: Seller;
}

export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  /** Below /v1, with at most one `:id`. */
  path: string;
  /** A `SandboxError` that is answered, not thrown, is a refusal that has changed something. */
  handle(context: ApiContext, form: Form, id: string): Promise<object | SandboxError>;
}

/** One operation of the API: its parameters and what it does. Anything that `params` does not name is refused. */
export function endpoint<S extends z.ZodType>(
  method: Endpoint["method"],
  path: string,
  params: S,
  run: (context: ApiContext, params: z.output<S>, id: string) => Promise<object | SandboxError>,
): Endpoint {
  return { method, path, handle: (context, form, id) => run(context, parseParameters(params, form), id) };
}

/** `param` names the parameter that held the id, for the error. */
export async function find<K extends Kind>(ledger: Ledger, kind: K, id: string, param = "id"): Promise<ObjectsByKind[K]> {
  const object = await ledger.find(kind, id);
  if (!object) throw resourceMissing(kind, id, param);
  return object;
}

/** What is to be changed, as it is by now in its own time. */
export async function toChange<K extends Kind>(
  { ledger: real, seller }: ApiContext,
  kind: K,
  id: string,
): Promise<{ ledger: Ledger; object: ObjectsByKind[K] }> {
  const ledger = await inTimeOf(real, seller, id);
  return { ledger, object: await find(ledger, kind, id) };
}

/** One page of a list. `where`: what the objects must contain. */
export async function listPage(ledger: Ledger, kind: Kind, path: string, params: Paging, where: object = {}): Promise<object> {
  for (const cursor of ["starting_after", "ending_before"] as const) {
    const id = params[cursor];
    if (id !== undefined) await find(ledger, kind, id, cursor);
  }
  const { data, hasMore } = await ledger.list(kind, where, {
    limit: params.limit,
    startingAfter: params.starting_after,
    endingBefore: params.ending_before,
    ...params.created,
  });
  return listOf(data, `/v1${path}`, hasMore);
}
