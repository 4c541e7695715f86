import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Loaded, TaskDialog } from "../../../ui/task-dialog.tsx";
import { toast } from "../../../ui/toast.tsx";
import { changeKey, changeScope, failureText, moveInCollection, orderQuery, refreshCollections } from "./collections.ts";

interface OrderDialogProps {
  userId: string;
  collectionId: string;
  onClose: () => void;
}

interface Move {
  id: string;
  isEarlier: boolean;
}

/** The sermons of a collection in their order, each with two buttons that move it by one place. */
export default function OrderDialog({ userId, collectionId, onClose }: OrderDialogProps) {
  const client = useQueryClient();
  const query = orderQuery(userId, collectionId);
  const list = useQuery(query);
  const sermons = list.data;
  const [said, setSaid] = useState("");
  const move = useMutation({
    mutationKey: changeKey(userId),
    mutationFn: ({ id, isEarlier }: Move) => moveInCollection(collectionId, id, isEarlier),
    scope: changeScope(userId),
    onError: (error) => toast({ title: failureText(error), variant: "destructive" }),
    // Read anew with the last one: an earlier answer lacks the moves that wait.
    onSettled: () => {
      if (client.isMutating({ mutationKey: changeKey(userId) }) === 1)
        void client.invalidateQueries({ queryKey: query.queryKey });
    },
  });

  function press({ id, isEarlier }: Move) {
    const from = sermons?.findIndex((one) => one.id === id) ?? -1;
    const to = isEarlier ? from - 1 : from + 1;
    const moved = sermons?.[from];
    if (!sermons || !moved || to < 0 || to >= sermons.length) return;
    // Shown at once, before the answer; a reading that runs does not know of it.
    void client.cancelQueries({ queryKey: query.queryKey });
    client.setQueryData(query.queryKey, sermons.toSpliced(from, 1).toSpliced(to, 0, moved));
    setSaid(`${moved.title}: place ${to + 1} of ${sermons.length}`);
    move.mutate({ id, isEarlier });
  }

  async function close() {
    onClose();
    await refreshCollections(client, userId);
  }

  return (
    <TaskDialog title="Change order" description="Play all and the e-book follow this order." onClose={() => void close()}>
      <Loaded query={list} failure="The sermons could not be loaded. Please check your connection.">
        {(loaded) => (
          <ol aria-label="Order" className="grid divide-y">
            {loaded.map(({ id, title }, i) => (
              <li key={id} className="flex items-center gap-2 py-1">
                <span className="w-6 shrink-0 text-sm text-muted-foreground tabular-nums">{i + 1}</span>
                <bdi className="line-clamp-3 min-w-0 flex-1 wrap-anywhere">{title}</bdi>
                <Step label={`Move up: ${title}`} isAtEnd={i === 0} onPress={() => press({ id, isEarlier: true })}>
                  <ArrowUp aria-hidden />
                </Step>
                <Step
                  label={`Move down: ${title}`}
                  isAtEnd={i === loaded.length - 1}
                  onPress={() => press({ id, isEarlier: false })}
                >
                  <ArrowDown aria-hidden />
                </Step>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      <output className="sr-only">{said}</output>
      <Button className="justify-self-end" onClick={() => void close()}>
        Done
      </Button>
    </TaskDialog>
  );
}

interface StepProps {
  label: string;
  /** It stands at this end already. The button keeps the focus all the same. */
  isAtEnd: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Step({ label, isAtEnd, onPress, children }: StepProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      className="size-11 shrink-0 aria-disabled:opacity-40"
      aria-label={label}
      aria-disabled={isAtEnd}
      onClick={onPress}
    >
      {children}
    </Button>
  );
}
