import { queryOptions } from "@tanstack/react-query";
import {
  changeSermonLink,
  listSermonLinks,
  makeSermonLink,
  revokeSermonLink,
  type SermonLink,
} from "../../../../shared/endpoints/links.ts";
import { callEndpoint, FunctionRefusal } from "../../../lib/call-endpoint.ts";

/** The user's links that give one sermon away, the newest first. */
export const sermonLinksQuery = (sermonId: string) =>
  queryOptions({
    queryKey: ["sermon-links", sermonId],
    queryFn: async () => (await callEndpoint(listSermonLinks, { sermonId })).links,
    staleTime: 0,
  });

/** What the giver ticked. */
export interface Shown {
  name: string | null;
  dedication: string | null;
  showsTopic: boolean;
  endsAt: string | null;
}

export async function makeLink(sermonId: string, shown: Shown, confirmed: boolean): Promise<SermonLink> {
  return (await callEndpoint(makeSermonLink, { sermonId, ...shown, confirmed })).link;
}

export async function changeLink(linkId: string, shown: Shown): Promise<SermonLink> {
  return (await callEndpoint(changeSermonLink, { linkId, ...shown })).link;
}

export async function revokeLink(linkId: string): Promise<SermonLink> {
  return (await callEndpoint(revokeSermonLink, { linkId })).link;
}

/** The list with this link in its place, or before the others if it is new. */
export function withLink(links: readonly SermonLink[], link: SermonLink): SermonLink[] {
  return links.some(({ id }) => id === link.id) ? links.map((one) => (one.id === link.id ? link : one)) : [link, ...links];
}

/** Why a link was not made or changed, for the person. */
export function failureText(error: unknown): string {
  if (error instanceof FunctionRefusal && error.status < 500) return error.message;
  return "That could not be saved. Please check your connection, then try again.";
}

/** Whether the person has to be asked a second time; the message says why. */
export const asksAgain = (error: unknown): error is FunctionRefusal =>
  error instanceof FunctionRefusal && error.code === "confirmation_needed";
