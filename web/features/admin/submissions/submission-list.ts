import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { CONTACT_STATUSES, contactSubmission, type ContactSubmission } from "../../../../shared/contact.ts";
import { getSupabase } from "../../../lib/supabase.ts";

export const FILTERS = ["all", ...CONTACT_STATUSES] as const;
export type Filter = (typeof FILTERS)[number];

export const PAGE_SIZE = 25;

export type SubmissionCounts = Record<Filter, number>;

export interface SubmissionPage {
  rows: ContactSubmission[];
  /** Counted from 0; the last page if the requested one no longer exists. */
  page: number;
}

/** Index of the last page, from 0, for `total` messages. */
export const lastPage = (total: number): number => Math.max(0, Math.ceil(total / PAGE_SIZE) - 1);

async function count(status: ContactSubmission["status"]): Promise<number> {
  const table = (await getSupabase()).from("contact_submissions");
  const { error, count } = await table.select("id", { count: "exact", head: true }).eq("status", status);
  if (error) throw error;
  return z.number().parse(count);
}

async function loadCounts(): Promise<SubmissionCounts> {
  const [newCount, responded, resolved] = await Promise.all([count("new"), count("responded"), count("resolved")]);
  return { all: newCount + responded + resolved, new: newCount, responded, resolved };
}

/** Loads one page, newest first. Paged because 10,000 messages are 8 MB. */
async function loadPage(filter: Filter, page: number): Promise<SubmissionPage> {
  const from = page * PAGE_SIZE;
  const call = (await getSupabase()).rpc("get_contact_submissions");
  const { data, error } = await (filter === "all" ? call : call.eq("status", filter))
    .order("created_at", { ascending: false })
    .order("id")
    .range(from, from + PAGE_SIZE - 1);
  if (error) throw error;
  const rows = z.array(contactSubmission).parse(data);
  // Other administrators changed the list meanwhile, and this page no longer exists.
  if (rows.length === 0 && page > 0) return loadPage(filter, Math.min(page - 1, lastPage((await loadCounts())[filter])));
  return { rows, page };
}

const KEY = ["contact-submissions"];
const RETRIES = 3;
/** No retry after "permission denied" (42501). */
const retry = (failures: number, error: Error): boolean => failures < RETRIES && !("code" in error && error.code === "42501");

/** Key of all queries that depend on the messages, for invalidation. */
export const allSubmissions = { queryKey: KEY };

export const submissionPageQuery = (filter: Filter, page: number) =>
  queryOptions({
    queryKey: [...KEY, filter, page],
    queryFn: () => loadPage(filter, page),
    retry,
    // Keep showing the previous page until the next one is loaded, unless the status filter has changed.
    placeholderData: (previous, query) => (query?.queryKey[1] === filter ? previous : undefined),
  });

/** Number of messages in total and by status. */
export const submissionCountsQuery = queryOptions({
  queryKey: [...KEY, "counts"],
  queryFn: loadCounts,
  retry,
});

/** Date of the oldest new message; null if there is none. */
export const oldestNewQuery = queryOptions({
  queryKey: [...KEY, "longest-waiting"],
  queryFn: async (): Promise<string | null> => {
    const table = (await getSupabase()).from("contact_submissions");
    const { data, error } = await table.select("created_at").eq("status", "new").order("created_at").limit(1);
    if (error) throw error;
    return z.array(z.object({ created_at: z.string() })).parse(data)[0]?.created_at ?? null;
  },
  retry,
});
