import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDownUp, BookDown, PenLine, Trash2 } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogContent, DialogHeader, DialogTitle, DialogTrigger } from "../../../ui/dialog.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { toast } from "../../../ui/toast.tsx";
import { focusHeading, pageHeading } from "../focus-heading.ts";
import {
  collectionsQuery,
  deleteCollection,
  failureText,
  refreshCollections,
  renameCollection,
  sermonsOf,
} from "./collections.ts";
import { NameForm } from "./name-form.tsx";

interface CollectionHeadProps {
  userId: string;
  id: string;
  /** Leads back to the whole library. */
  onLeave: () => void;
}

const actionProps = {
  variant: "ghost",
  size: "sm",
  className: "min-h-11 px-2 text-muted-foreground hover:text-foreground",
} as const;

/** The name of the collection that the library shows, and what can be done with it. */
export function CollectionHead({ userId, id, onLeave }: CollectionHeadProps) {
  const { data: collections } = useQuery(collectionsQuery(userId));
  const [isSaving, setSaving] = useState(false);
  const collection = collections?.find((one) => one.id === id);
  if (!collection) return null;
  const { name, sermons } = collection;
  async function save() {
    if (isSaving) return;
    setSaving(true);
    const { saveBooks } = await import("../library/save-books.ts");
    await saveBooks(() => sermonsOf(id), name);
    setSaving(false);
  }
  return (
    <section aria-label={name} className="grid gap-1 border-t pt-4">
      <h2 dir="auto" className="text-2xl wrap-anywhere">
        {name}
      </h2>
      <div className="-mx-2 flex flex-wrap items-center">
        {sermons > 1 ? <ChangeOrder userId={userId} id={id} /> : null}
        <Button {...actionProps} disabled={sermons === 0} aria-busy={isSaving} onClick={() => void save()}>
          <BookDown aria-hidden />
          Save as e-book
        </Button>
        <Rename userId={userId} id={id} name={name} />
        <Delete userId={userId} id={id} name={name} onDeleted={onLeave} />
        <Button
          {...actionProps}
          onClick={() => {
            focusHeading();
            onLeave();
          }}
        >
          Show all sermons
        </Button>
      </div>
    </section>
  );
}

interface ChangeProps {
  userId: string;
  id: string;
  name: string;
}

const OrderDialog = lazyPart(() => import("./order-dialog.tsx"));

function ChangeOrder({ userId, id }: Pick<ChangeProps, "userId" | "id">) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...actionProps} onClick={() => setOpen(true)}>
        <ArrowDownUp aria-hidden />
        Change order
      </Button>
      {isOpen ? (
        <Suspense>
          <OrderDialog userId={userId} collectionId={id} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Rename({ userId, id, name }: ChangeProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const renaming = useMutation({
    mutationFn: (wanted: string) => renameCollection(id, wanted),
    onSuccess: async () => {
      await refreshCollections(client, userId);
      setOpen(false);
    },
  });
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button {...actionProps}>
          <PenLine aria-hidden />
          Rename
        </Button>
      </DialogTrigger>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>Rename this collection</DialogTitle>
        </DialogHeader>
        <NameForm
          label="Name"
          name={name}
          button="Save"
          isBusy={renaming.isPending}
          error={renaming.error}
          onSubmit={(wanted) => renaming.mutate(wanted)}
        />
      </DialogContent>
    </Dialog>
  );
}

function Delete({ userId, id, name, onDeleted }: ChangeProps & { onDeleted: () => void }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const nextFocus = useRef<HTMLElement | null>(null);
  const deleting = useMutation({
    mutationFn: () => deleteCollection(id),
    onSuccess: async () => {
      nextFocus.current = pageHeading();
      setOpen(false);
      onDeleted();
      toast({ title: "Collection deleted", description: "Its sermons are still in your library." });
      await refreshCollections(client, userId);
    },
    onError: (error) => toast({ title: failureText(error), variant: "destructive" }),
  });
  return (
    <ConfirmDialog
      trigger={
        <Button {...actionProps} className="min-h-11 px-2 text-muted-foreground hover:text-destructive">
          <Trash2 aria-hidden />
          Delete collection
        </Button>
      }
      question="Delete this collection?"
      details={
        <>
          “<bdi>{name}</bdi>” is deleted for good. Its sermons stay in your library.
        </>
      }
      keep="Keep it"
      confirm="Delete"
      onConfirm={() => deleting.mutate()}
      busy={{
        isOpen,
        setOpen,
        isPending: deleting.isPending,
        label: "Deleting...",
        leadOn: () => {
          nextFocus.current?.focus();
          return nextFocus.current !== null;
        },
      }}
    />
  );
}
