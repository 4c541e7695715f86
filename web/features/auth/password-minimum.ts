import { useQuery } from "@tanstack/react-query";
import { PASSWORD_MIN_CHARS } from "../../../shared/constants.ts";
import { getConfig } from "../../lib/config.ts";

/** How many characters a new password needs here. */
export async function passwordMinimum(): Promise<number> {
  return (await getConfig()).passwordMinLength ?? PASSWORD_MIN_CHARS;
}

/** The same in a form; the usual number until it is known. */
export function usePasswordMinimum(): number {
  const { data } = useQuery({ queryKey: ["password-minimum"], queryFn: passwordMinimum, staleTime: Infinity });
  return data ?? PASSWORD_MIN_CHARS;
}
