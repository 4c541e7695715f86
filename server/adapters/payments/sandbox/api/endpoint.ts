import type { z } from "zod";
import type { Seller } from "../lifecycle.ts";
import type { Kind, ObjectsByKind } from "../objects/wire.ts";
import { resourceMissing } from "../error.ts";
import type { Ledger, Page } from "../store.ts";
import { parseParameters } from "./parameters.ts";
import type { Form } from "./form.ts";

interface ApiContext {
  ledger: Ledger;
  seller: Seller;
  /** Address of the hosted checkout page, without the session's id. */
  checkoutPageUrl: string;
}

export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  /** Below /v1, with at most one `:id`. */
  path: string;
  handle(context: ApiContext, form: Form, id: string): Promise<object>;
}

/** One operation of the API: its parameters and what it does. Anything that `params` does not name is refused. */
export function endpoint<S extends z.ZodType>(
  method: Endpoint["method"],
  path: string,
  params: S,
  run: (context: ApiContext, params: z.output<S>, id: string) => Promise<object>,
): Endpoint {
  return { method, path, handle: (context, form, id) => run(context, parseParameters(params, form), id) };
}

/** `param` names the parameter that held the id, for the error. */
export async function find<K extends Kind>(ledger: Ledger, kind: K, id: string, param = "id"): Promise<ObjectsByKind[K]> {
  const object = await ledger.find(kind, id);
  if (!object) throw resourceMissing(kind, id, param);
  return object;
}

export function pageOf(params: { limit: number; starting_after?: string | undefined; ending_before?: string | undefined }): Page {
  return { limit: params.limit, startingAfter: params.starting_after, endingBefore: params.ending_before };
}
