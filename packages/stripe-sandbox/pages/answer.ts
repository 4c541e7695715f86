import type { FastifyReply, FastifyRequest } from "fastify";
import type { Commands } from "../commands.ts";
import type { Seller } from "../engine/seller.ts";
import type { Store } from "../store.ts";
import { html } from "./html.ts";
import { page, type Page } from "./layout.ts";

export interface PagesOptions {
  store: Store;
  commands: Commands;
  seller: Seller;
  /** Full address under which these routes are mounted, without a trailing slash. */
  pagesUrl: string;
  webhookUrl: string;
  now: () => Date;
}

/** The response to a request: a page or a redirect. */
export type Outcome = { status: number; page: Page } | { redirect: string };
/** `done` in the query is the action just completed, for a notice on the page. */
export type ById<More extends string = never> = FastifyRequest<{
  Params: Record<"id" | More, string>;
  Querystring: { done?: string | string[] };
}>;

export const NOT_AUTHENTICATED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

/** A posted form: strings and arrays of strings. */
export function formOf(request: FastifyRequest): Record<string, unknown> {
  return (request.body ?? {}) as Record<string, unknown>;
}

/** One string field; empty if absent. */
export function fieldOf(request: FastifyRequest, name: string): string {
  const value = formOf(request)[name];
  return typeof value === "string" ? value : "";
}

export function send(reply: FastifyReply, outcome: Outcome): FastifyReply {
  // Normalised, since a header can't contain non-ASCII characters of the seller's URL.
  if ("redirect" in outcome) return reply.redirect(new URL(outcome.redirect).href, 303);
  return reply.status(outcome.status).headers(outcome.page.headers).send(outcome.page.document);
}

/** A page with a message only, for something expired, refused or missing. */
export function closedPage(heading: string, detail: string, back: string | null): Page {
  return page({
    title: `${heading} (sandbox)`,
    body: html`<section>
      <h1>${heading}</h1>
      <p>${detail}</p>
      ${back ? html`<p><a href="${back}">Return</a></p>` : ""}
    </section>`,
  });
}
