import { SandboxError } from "../error.ts";
import { lineItems } from "./line-items.ts";
import { listOf, type Kind } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";

const MAX_DEPTH = 4;

/** Expandable fields (of any object) and the kind they refer to. */
const REFERENCES: ReadonlyMap<string, Kind> = new Map([
  ["customer", "customer"],
  ["subscription", "subscription"],
  ["invoice", "invoice"],
  ["latest_invoice", "invoice"],
  ["default_payment_method", "payment_method"],
  ["payment_method", "payment_method"],
  ["payment_intent", "payment_intent"],
  ["setup_intent", "setup_intent"],
  ["pending_setup_intent", "setup_intent"],
  ["product", "product"],
  ["charge", "charge"],
  ["latest_charge", "charge"],
  ["configuration", "billing_portal.configuration"],
  ["test_clock", "test_helpers.test_clock"],
]);

function cannotExpand(path: string): SandboxError {
  return new SandboxError(400, `This property cannot be expanded (${path}).`);
}

/** Fields that are returned only when expanded. */
async function include(ledger: Ledger, object: Record<string, unknown>, field: string): Promise<unknown> {
  const id = String(object["id"]);
  if (object["object"] === "checkout.session" && field === "line_items") return lineItems(ledger, id);
  if (object["object"] === "invoice" && field === "payments") {
    return listOf((await ledger.list("invoice_payment", { invoice: id })).data, `/v1/invoice_payments?invoice=${id}`);
  }
  if (object["object"] === "invoice" && field === "confirmation_secret") {
    const [link] = (await ledger.list("invoice_payment", { invoice: id })).data;
    const intent = link && (await ledger.find("payment_intent", link.payment.payment_intent ?? ""));
    return intent ? { client_secret: intent.client_secret, type: "payment_intent" } : null;
  }
  if (object["object"] === "customer" && field === "subscriptions") {
    const living = (await ledger.list("subscription", { customer: id })).data.filter((one) => one.status !== "canceled");
    return listOf(living, `/v1/customers/${id}/subscriptions`);
  }
  if (object["object"] === "charge" && field === "refunds") {
    return listOf((await ledger.list("refund", { charge: id })).data, `/v1/charges/${id}/refunds`);
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object of the API or a list, which are no mere attributes. */
function isExpanded(value: unknown): boolean {
  return isRecord(value) && typeof value["object"] === "string";
}

async function expandPath(ledger: Ledger, value: unknown, rest: readonly string[], path: string): Promise<unknown> {
  const [field, ...deeper] = rest;
  if (field === undefined || value === null) return value;
  if (Array.isArray(value)) {
    const each: unknown[] = [];
    for (const one of value) each.push(await expandPath(ledger, one, rest, path));
    return each;
  }
  // Metadata contains no references, whatever its keys.
  if (!isRecord(value) || field === "metadata") throw cannotExpand(path);
  const shown = Object.hasOwn(value, field);
  let inner = shown ? value[field] : await include(ledger, value, field);
  if (inner === undefined) throw cannotExpand(path);
  const kind = REFERENCES.get(field);
  if (typeof inner === "string") {
    if (!kind) throw cannotExpand(path);
    inner = (await ledger.find(kind, inner)) ?? (await ledger.removed(inner));
  } else if (shown && deeper.length === 0 && !kind && !isExpanded(inner)) {
    throw cannotExpand(path);
  }
  return { ...value, [field]: await expandPath(ledger, inner, deeper, path) };
}

/** Replaces the ids at these paths (`customer`, `data.default_payment_method`) by their objects. */
export async function expand<T>(ledger: Ledger, body: T, paths: readonly string[]): Promise<T> {
  let expanded: unknown = body;
  for (const path of paths) {
    const parts = path.split(".");
    if (parts.length > MAX_DEPTH)
      throw new SandboxError(400, `You cannot expand more than ${MAX_DEPTH} levels of a property (${path}).`);
    expanded = await expandPath(ledger, expanded, parts, path);
  }
  return expanded as T;
}
