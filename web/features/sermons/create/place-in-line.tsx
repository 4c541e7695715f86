import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { inWords } from "../../../../shared/messages/waiting.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { POLL_MS } from "./stored-generation.ts";

const placeInLine = z.nullable(z.object({ ahead: z.int(), seconds: z.nullable(z.int()) }));

/** Where a sermon stands that waits for its turn, and when it is expected to begin; nothing while that is not known. */
export function PlaceInLine({ generationId }: { generationId: string }) {
  const { data: place } = useQuery({
    queryKey: ["place-in-line", generationId],
    queryFn: async () => {
      const { data, error } = await (await getSupabase()).rpc("place_in_line", { _generation_id: generationId });
      if (error) throw error;
      return placeInLine.parse(data);
    },
    refetchInterval: 2 * POLL_MS,
    retry: false,
  });
  return place ? <p className="basis-full text-muted-foreground">{inWords(place)}</p> : null;
}
