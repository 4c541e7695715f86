import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";

const libraryState = z.looseObject({ words: z.optional(z.string()) });

/** The words of the search. Back finds them in the history's state; they are not in the address, which a server would log on reload. */
export function useSearchWords(): [string, (words: string) => void] {
  const navigate = useNavigate();
  const location = useLocation();
  const state = libraryState.safeParse(location.state).data;
  const [words, setWords] = useState(state?.words ?? "");
  function search(typed: string) {
    setWords(typed);
    void navigate(location, { replace: true, state: { ...state, words: typed }, preventScrollReset: true });
  }
  return [words, search];
}
