import { z } from "zod";
import { badResponseHeaders, badResponseStatus } from "../errors.ts";

/** A final status: informational ones (1xx) would leave the client waiting. */
export const httpStatus = z.coerce.number().int().min(200).max(599);

/** Header fields as RFC 9110 section 5 allows them. */
export const headerFields = z.record(
  z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/),
  z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/),
);

const headerList = z.array(headerFields.refine((fields) => Object.keys(fields).length === 1));

/** The `response.headers` setting: JSON like `[{"Cache-Control": "no-store"}]`. Throws PGRST111. */
export function parseResponseHeaders(setting: string | null): [name: string, value: string][] {
  if (setting === null) return [];
  try {
    return headerList.parse(JSON.parse(setting)).flatMap((fields) => Object.entries(fields));
  } catch {
    throw badResponseHeaders();
  }
}

/** The `response.status` setting, or null. Throws PGRST112. */
export function parseResponseStatus(setting: string | null): number | null {
  if (setting === null) return null;
  const parsed = httpStatus.safeParse(setting);
  if (!parsed.success) throw badResponseStatus();
  return parsed.data;
}
