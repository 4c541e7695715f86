import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { KEPT } from "../../../../shared/messages/kept.ts";
import { keptQuery } from "./kept-sermon.ts";

/** Says of a card in the library that its sermon can be opened without a network. */
export function KeptMark({ id, userId }: { id: string; userId: string }) {
  const { data: isKept } = useQuery({
    ...keptQuery(userId),
    select: ({ sermons }) => sermons.some(({ sermon }) => sermon.id === id),
  });
  return isKept ? (
    <span className="inline-flex items-center gap-1.5">
      <CircleCheck className="size-3.5" aria-hidden />
      {KEPT.mark}
    </span>
  ) : null;
}
