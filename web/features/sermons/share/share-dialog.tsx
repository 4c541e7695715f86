import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { SermonLink } from "../../../../shared/endpoints/links.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogFooter } from "../../../ui/dialog.tsx";
import { Loaded, TaskDialog } from "../../../ui/task-dialog.tsx";
import { toast } from "../../../ui/toast.tsx";
import { LinkForm } from "./link-form.tsx";
import { LinkList } from "./link-list.tsx";
import { OpenLink } from "./open-link.tsx";
import {
  asksAgain,
  changeLink,
  failureText,
  makeLink,
  revokeLink,
  sermonLinksQuery,
  withLink,
  type Shown,
} from "./sermon-links.ts";

const ASK =
  "Everybody who has this link can read and hear this sermon. Read it through first: it may say again what you wrote of yourself, and name whom you named.";

interface ShareDialogProps {
  sermonId: string;
  title: string;
  topic: string | undefined;
  onClose: () => void;
}

/** An open form: for the link that is changed, or for a new one. Each opening is an object of its own. */
interface Form {
  link?: SermonLink;
}
const FIRST: Form = {};

interface Submitted {
  shown: Shown;
  from: Form;
}

/** Gives a sermon away by a link: asks once, then shows the link and every way to hand it on, and takes links back. */
export default function ShareDialog({ sermonId, title, topic, onClose }: ShareDialogProps) {
  const client = useQueryClient();
  const query = sermonLinksQuery(sermonId);
  const list = useQuery(query);
  const links = list.data;
  const [editing, setEditing] = useState<Form | null>(null);
  const keep = (link: SermonLink) => {
    // A reading that runs may be older.
    void client.cancelQueries({ queryKey: query.queryKey });
    client.setQueryData(query.queryKey, (known) => withLink(known ?? [], link));
  };
  /** Closes the form that was submitted, not one that was opened meanwhile. */
  const onSuccess = (link: SermonLink, { from }: Submitted) => {
    keep(link);
    setEditing((now) => (now === from ? null : now));
  };
  const making = useMutation({
    mutationFn: ({ shown, confirmed }: Submitted & { confirmed: boolean }) => makeLink(sermonId, shown, confirmed),
    onSuccess,
  });
  const changing = useMutation({
    mutationFn: ({ link, shown }: Submitted & { link: SermonLink }) => changeLink(link.id, shown),
    onSuccess,
  });
  const revoking = useMutation({
    mutationFn: revokeLink,
    onSuccess: (link) => {
      keep(link);
      toast({ title: "Link taken back", description: "It opens nothing any more." });
    },
    onError: (error) => toast({ title: failureText(error), variant: "destructive" }),
  });

  const open = links?.find(({ state }) => state === "open");
  const form = links && (editing ?? (open ? null : FIRST));
  const again = making.isError && asksAgain(making.error) ? making : null;
  return (
    <TaskDialog
      title={again ? "One more question" : "Give this sermon away"}
      description={again ? again.error?.message : ASK}
      onClose={onClose}
    >
      <Loaded query={list} failure="The links could not be loaded. Please check your connection.">
        {(loaded) => (
          <>
            {/* Kept while the second question is asked, so that nothing that was filled in is lost. */}
            {form ? (
              <div hidden={again !== null}>
                <LinkForm
                  key={form.link?.id ?? "new"}
                  link={form.link}
                  topic={topic}
                  failure={failureOf(form.link ? changing.error : making.error)}
                  isBusy={making.isPending || changing.isPending}
                  onSubmit={(shown) =>
                    form.link
                      ? changing.mutate({ link: form.link, shown, from: form })
                      : making.mutate({ shown, confirmed: false, from: form })
                  }
                  onCancel={() => (editing && open ? setEditing(null) : onClose())}
                />
              </div>
            ) : null}
            {again ? (
              <SecondQuestion
                onBack={() => again.reset()}
                onAgreed={() => again.variables && again.mutate({ ...again.variables, confirmed: true })}
              />
            ) : null}
            {open && !form ? (
              <>
                <OpenLink address={open.address} title={title} />
                <Button variant="outline" className="justify-self-start" onClick={() => setEditing({})}>
                  Make another link
                </Button>
              </>
            ) : null}
            {loaded.length > 0 && !editing && !again ? (
              <section aria-label="Links of this sermon">
                <LinkList
                  links={loaded}
                  revoking={revoking.isPending ? revoking.variables : null}
                  onRevoke={({ id }) => !revoking.isPending && revoking.mutate(id)}
                  onChange={(link) => setEditing({ link })}
                />
              </section>
            ) : null}
          </>
        )}
      </Loaded>
    </TaskDialog>
  );
}

const failureOf = (error: unknown): string | null => (error && !asksAgain(error) ? failureText(error) : null);

/** Takes the focus, since it stands in place of the form. */
function SecondQuestion({ onBack, onAgreed }: { onBack: () => void; onAgreed: () => void }) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <DialogFooter>
      <Button ref={back} variant="outline" onClick={onBack}>
        Go back
      </Button>
      <Button onClick={onAgreed}>Make the link</Button>
    </DialogFooter>
  );
}
