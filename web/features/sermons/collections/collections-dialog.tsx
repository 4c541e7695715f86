import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded, TaskDialog } from "../../../ui/task-dialog.tsx";
import { toast } from "../../../ui/toast.tsx";
import {
  addTo,
  changeKey,
  changeScope,
  collectionsQuery,
  failureText,
  makeCollection,
  takeOut,
  type Collection,
} from "./collections.ts";
import { NameForm } from "./name-form.tsx";

interface CollectionsDialogProps {
  userId: string;
  ids: readonly string[];
  /** What is put into collections: a title, or how many sermons. */
  what: string;
  onClose: () => void;
}

/** A box that was ticked, or unticked. */
interface Tick {
  id: string;
  isIn: boolean;
}

/** The person's collections, to put sermons into and take them out of, and a form for a new one. */
export default function CollectionsDialog({ userId, ids, what, onClose }: CollectionsDialogProps) {
  const client = useQueryClient();
  const query = collectionsQuery(userId, ids);
  const list = useQuery(query);
  const [made, setMade] = useState(0);
  // Not waited for: the next change need not wait for the list.
  const readAnew = () => void client.invalidateQueries({ queryKey: query.queryKey });
  const mutationKey = [...changeKey(userId), ids];
  const change = useMutation({
    mutationKey,
    scope: changeScope(userId),
    mutationFn: ({ id, isIn }: Tick) => (isIn ? addTo(id, ids) : takeOut(id, ids)),
    onSuccess: (_stored, tick) => client.setQueryData(query.queryKey, (known) => known && withTick(known, tick, ids)),
    onError: (error) => toast({ title: failureText(error), variant: "destructive" }),
    onSettled: readAnew,
  });
  // Shown at once, and until they are stored, whatever the list that is read meanwhile says.
  const ticks = useMutationState({
    filters: { mutationKey, exact: true, status: "pending" },
    select: ({ state }) => state.variables as Tick,
  });
  const making = useMutation({
    mutationKey: changeKey(userId),
    scope: changeScope(userId),
    mutationFn: (name: string) => makeCollection(name, ids),
    onSuccess: () => setMade(made + 1),
    onSettled: readAnew,
  });
  return (
    <TaskDialog
      title="Collections"
      description={
        <span dir="auto" className="line-clamp-2 wrap-anywhere">
          {what}
        </span>
      }
      onClose={onClose}
    >
      <Loaded query={list} failure="Your collections could not be loaded. Please check your connection.">
        {(collections) => (
          <ul aria-label="Collections" className="grid empty:hidden">
            {ticks
              .reduce((shown, tick) => withTick(shown, tick, ids), collections)
              .map((one) => (
                <li key={one.id}>
                  <Choice collection={one} of={ids.length} onChange={(isIn) => change.mutate({ id: one.id, isIn })} />
                </li>
              ))}
          </ul>
        )}
      </Loaded>
      <NameForm
        // Empty again after each that was made.
        key={made}
        label="New collection"
        button="Add"
        isBusy={making.isPending}
        error={making.error}
        onSubmit={(name) => making.mutate(name)}
      />
    </TaskDialog>
  );
}

function withTick(collections: Collection[], { id, isIn }: Tick, ids: readonly string[]): Collection[] {
  const chosen = isIn ? ids.length : 0;
  return collections.map((one) => (one.id === id ? { ...one, chosen, sermons: one.sermons + chosen - one.chosen } : one));
}

interface ChoiceProps {
  collection: Collection;
  /** How many sermons it is about. */
  of: number;
  onChange: (isIn: boolean) => void;
}

function Choice({ collection: { name, sermons, chosen }, of, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-primary"
        checked={chosen === of}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < of;
        }}
        onChange={(event) => onChange(event.target.checked)}
      />
      <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
      <span className="text-sm text-muted-foreground">{sermons === 1 ? "1 sermon" : `${sermons} sermons`}</span>
    </label>
  );
}
