import { badRange } from "../errors.ts";

/** Rows asked for: at most `limit` (null: all) after the first `offset`. */
export interface RowRange {
  offset: number;
  limit: number | null;
}

/** The intersection of `limit` and `offset` with the `Range: 0-9` header. Throws PGRST103 when it is empty. */
export function requestedRange(parameters: RowRange, header: string | undefined): RowRange {
  if (parameters.limit !== null && parameters.limit < 0) throw badRange("Limit should be greater than or equal to zero.");
  const match = /^(\d+)-(\d*)$/.exec(header ?? "");
  if (!match) return parameters;
  const first = Number(match[1]);
  const last = match[2] ? Number(match[2]) : Infinity;
  const crossed = "The lower boundary must be lower than or equal to the upper boundary in the Range header.";
  if (first > last) throw badRange(crossed);
  const offset = Math.max(parameters.offset, first);
  if (parameters.limit === 0) return { offset, limit: 0 };
  const end = Math.min(parameters.limit === null ? Infinity : parameters.offset + parameters.limit - 1, last);
  if (end < offset) throw badRange(crossed);
  return { offset, limit: end === Infinity ? null : end - offset + 1 };
}

/** `Content-Range`, for example `0-9/27`; `*` for no rows and for a total that was not requested. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows > 0 && total !== 0 ? `${offset}-${offset + rows - 1}` : "*";
  return `${range}/${total ?? "*"}`;
}

/** 206 only when the total is known and larger than the page. Throws PGRST103 for an offset beyond a known total. */
export function rangeStatus(offset: number, rows: number, total: number | null): 200 | 206 {
  if (total === null) return 200;
  if (offset > total) throw badRange(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  return rows < total ? 206 : 200;
}
