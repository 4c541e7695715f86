import type { z } from "zod";
import type { Seller } from "../engine/seller.ts";
import { atClockTime } from "../engine/time.ts";
import { resourceMissing, SandboxError } from "../error.ts";
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
  /** Parses the parameters and returns the operation. Throws Stripe's 400 for invalid ones. */
  prepare(form: Form, id: string): Operation;
}

/** Throws a `SandboxError` to roll back, returns one to commit (such as a declined charge). */
type Operation = (context: ApiContext) => Promise<object | SandboxError>;

/** Defines an operation of the API. Parameters that `params` does not contain are refused. */
export function endpoint<S extends z.ZodType>(
  method: Endpoint["method"],
  path: string,
  params: S,
  run: (context: ApiContext, params: z.output<S>, id: string) => Promise<object | SandboxError>,
): Endpoint {
  return {
    method,
    path,
    prepare(form, id) {
      const given = parseParameters(params, form);
      return (context) => run(context, given, id);
    },
  };
}

/** `param` names the parameter that held the id, for the error. */
export async function find<K extends Kind>(ledger: Ledger, kind: K, id: string, param = "id"): Promise<ObjectsByKind[K]> {
  const object = await ledger.find(kind, id);
  if (!object) throw resourceMissing(kind, id, param);
  return object;
}

/** The object to change, after running everything due in its timeline, and a ledger of that timeline. */
export async function toChange<K extends Kind>(
  { ledger: real, seller }: ApiContext,
  kind: K,
  id: string,
): Promise<{ ledger: Ledger; object: ObjectsByKind[K] }> {
  const ledger = await atClockTime(real, seller, id);
  return { ledger, object: await find(ledger, kind, id) };
}

/** Throws Stripe's 404 for an unknown cursor, and 400 for two cursors. */
export async function checkCursors(ledger: Ledger, kind: Kind, params: Paging): Promise<void> {
  const { starting_after: after, ending_before: before } = params;
  if (after !== undefined && before !== undefined) {
    throw new SandboxError(400, "Received both starting_after and ending_before parameters. Please pass in only one.");
  }
  if (after !== undefined) await find(ledger, kind, after, "starting_after");
  if (before !== undefined) await find(ledger, kind, before, "ending_before");
}

/** One page of a list. `where`: what the objects must contain. */
export async function listPage(
  ledger: Ledger,
  kind: Kind,
  path: string,
  params: Paging & { types?: readonly string[] | undefined },
  where: object = {},
): Promise<object> {
  await checkCursors(ledger, kind, params);
  const { data, hasMore } = await ledger.list(kind, where, {
    limit: params.limit,
    startingAfter: params.starting_after,
    endingBefore: params.ending_before,
    types: params.types,
    ...params.created,
  });
  return listOf(data, `/v1${path}`, hasMore);
}
