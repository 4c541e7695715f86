import { useEffect } from "react";
import * as z from "zod/mini";

const state = z.object({ email: z.string() });

/** The address that another screen handed on in the history state; null if there is none. */
export function knownEmail(historyState: unknown): string | null {
  return state.safeParse(historyState).data?.email ?? null;
}

interface EmailForm {
  getValues: (field: "email") => string | undefined;
  setValue: (field: "email", value: string) => void;
}

/**
 * Fills in a known address once, unless something was typed already. Forms of prerendered screens have no default values: the form library would
 * write them over what was typed before its code had loaded.
 */
export function usePrefilledEmail({ getValues, setValue }: EmailForm, email: string | null): void {
  useEffect(() => {
    if (email && !getValues("email")) setValue("email", email);
  }, [email, getValues, setValue]);
}
