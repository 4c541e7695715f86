import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import * as endpoints from "../../../shared/endpoints/account.ts";
import { ACCOUNT } from "../../../shared/messages/account.ts";
import { callEndpoint, FunctionRefusal } from "../../lib/call-endpoint.ts";
import { ReauthenticationCancelledError, type WithReauthentication } from "../../lib/with-reauthentication.ts";
import { Button } from "../../ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { toast } from "../../ui/toast.tsx";

interface DeleteAccountProps {
  /** The user's address, which has to be typed to confirm. */
  email: string;
  /** Called when the server has started the deletion; the caller signs the user out. */
  onDeleted: () => void;
  withReauthentication: WithReauthentication;
}

/** Button and dialog to delete the account; the user has to type its address to confirm. */
export function DeleteAccount(props: DeleteAccountProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-measure">
        Your account, your sermons, their recordings and pictures are deleted, and your subscription ends at once. This cannot be
        undone.
      </p>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogTrigger asChild>
          <Button variant="destructive">Delete account</Button>
        </DialogTrigger>
        <DialogContent>
          <Confirmation {...props} />
        </DialogContent>
      </Dialog>
    </div>
  );
}

function Confirmation({ email, onDeleted, withReauthentication }: DeleteAccountProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const deletion = useMutation({
    mutationFn: (confirmation: string) => withReauthentication(() => callEndpoint(endpoints.deleteAccount, { confirmation })),
    onSuccess: () => {
      toast({ title: ACCOUNT.deletionStarted });
      onDeleted();
    },
    onError: (error) => {
      if (error instanceof ReauthenticationCancelledError) return;
      setProblem(error instanceof FunctionRefusal ? error.message : ACCOUNT.deleteFailed);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const confirmation = typed.trim();
    if (confirmation.toLowerCase() !== email.toLowerCase()) return setProblem(ACCOUNT.confirmationWrong);
    setProblem(undefined);
    deletion.mutate(confirmation);
  }
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <DialogHeader>
        <DialogTitle>Delete your account?</DialogTitle>
        <DialogDescription>
          Everything in it is deleted for good. Download your data first if you want to keep it.
        </DialogDescription>
      </DialogHeader>
      <Field label={`Type ${email} to confirm`} error={problem}>
        <Input
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline" disabled={deletion.isPending}>
            Keep my account
          </Button>
        </DialogClose>
        <Button type="submit" variant="destructive" disabled={deletion.isPending} aria-busy={deletion.isPending}>
          {deletion.isPending ? "Deleting..." : "Delete for good"}
        </Button>
      </DialogFooter>
    </form>
  );
}
