import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getSupabase } from "../../lib/supabase.ts";
import { SERMON_COLUMNS, sermonRow } from "./sermon.ts";

const RETRIES = 3;

/** The library could not be loaded. `message` is the service's, or empty if there was no answer. */
export class LibraryError extends Error {
  override readonly name = "LibraryError";
  readonly isSessionInvalid: boolean;
  constructor(message: string, isSessionInvalid: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isSessionInvalid = isSessionInvalid;
  }
}

/** The user's sermons, newest first. Rejects with a `LibraryError`. */
export const sermonListQuery = (userId: string) =>
  queryOptions({
    queryKey: ["sermons", userId],
    queryFn: async () => {
      const { data, error, status } = await (
        await getSupabase()
      )
        .from("sermons")
        .select(SERMON_COLUMNS)
        .eq("user_id", userId)
        .order("created_at", { ascending: false });
      if (error) {
        const message = status === 0 ? "" : error.message;
        throw new LibraryError(message, status === 401 || /jwt/i.test(message), { cause: error });
      }
      return z.array(sermonRow).parse(data);
    },
    // Kept while a sermon is read and heard, however long: Back finds the list, and with it its scroll position.
    gcTime: Infinity,
    // No retry for an invalid session.
    retry: (failures, error) => failures < RETRIES && !(error instanceof LibraryError && error.isSessionInvalid),
  });
