import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SECURITY } from "../../../../shared/messages/auth.ts";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "../../../ui/alert-dialog.tsx";
import { formatDay } from "../../../lib/date.ts";
import { ReauthenticationCancelledError, type WithReauthentication } from "../../../lib/with-reauthentication.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast } from "../../../ui/toast.tsx";
import { CodeForm } from "../code-form.tsx";
import { factors, verifyFactorCode } from "../factors.ts";
import { LoadFailure } from "../load-failure.tsx";
import { enrol, factorsChanged, unenrol, type Enrolment } from "./authenticator.ts";

function toastFailure(error: Error, title: string): void {
  if (!(error instanceof ReauthenticationCancelledError)) toast({ title, variant: "destructive" });
}

/** Lists, adds and removes the user's authenticator apps. */
export function SecondFactor({ withReauthentication }: { withReauthentication: WithReauthentication }) {
  const queryClient = useQueryClient();
  const { data, isPending, isError, refetch } = useQuery(factors());
  const setup = useMutation({
    mutationFn: () => withReauthentication(enrol),
    onError: (error) => toastFailure(error, SECURITY.factorAddFailed),
  });
  async function confirm({ factorId }: Enrolment, code: string) {
    const problem = await verifyFactorCode(factorId, code);
    if (problem) return problem;
    toast({ title: SECURITY.factorAdded });
    setup.reset();
    await factorsChanged(queryClient);
    return null;
  }

  if (isPending) return <Spinner label="Loading..." />;
  if (isError) return <LoadFailure text={SECURITY.factorsFailed} onRetry={() => void refetch()} />;
  const enrolment = setup.data;
  return (
    <div className="grid gap-5">
      {data.totp.length > 0 ? (
        <>
          <ul className="grid">
            {data.totp.map(({ id, friendly_name: name, created_at: createdAt }) => (
              <Factor
                key={id}
                id={id}
                name={name || "Authenticator app"}
                createdAt={createdAt}
                isOnlyFactor={data.totp.length === 1}
                withReauthentication={withReauthentication}
              />
            ))}
          </ul>
          <p className="max-w-measure text-sm text-muted-foreground">
            If you lose the phone with the app, you cannot sign in without it. A second app on another device keeps the door open.
          </p>
        </>
      ) : (
        <p className="max-w-measure">
          With an authenticator app, signing in takes your password and a code from your phone. A stolen password alone then opens
          nothing.
        </p>
      )}
      {enrolment ? (
        <Setup enrolment={enrolment} check={(code) => confirm(enrolment, code)} onCancel={() => setup.reset()} />
      ) : (
        <Button
          variant="outline"
          className="justify-self-start"
          disabled={setup.isPending}
          aria-busy={setup.isPending}
          onClick={() => setup.mutate()}
        >
          {data.totp.length > 0 ? "Add another authenticator app" : "Set up an authenticator app"}
        </Button>
      )}
    </div>
  );
}

interface SetupProps {
  enrolment: Enrolment;
  check: (code: string) => Promise<string | null>;
  onCancel: () => void;
}

function Setup({ enrolment, check, onCancel }: SetupProps) {
  return (
    <section
      aria-label="Set up an authenticator app"
      className="grid gap-6 rounded-md border bg-card p-5 md:grid-cols-[auto_1fr]"
    >
      {/* Scanners need dark squares on a light background, in the dark theme too. */}
      <img src={enrolment.qrCode} alt="QR code for your authenticator app" className="size-56 rounded-md bg-[#fff]" />
      <div className="grid content-start gap-5">
        <ol className="grid list-decimal gap-2 pl-5">
          <li>Open your authenticator app and scan the picture.</li>
          <li>
            If you cannot scan it, type this key into the app:
            <code className="mt-1 block text-sm break-all select-all">{enrolment.secret}</code>
          </li>
          <li>Enter the code that the app shows.</li>
        </ol>
        <CodeForm action="Turn on" check={check} takesFocus />
        <Button variant="ghost" className="-mx-3 justify-self-start px-3" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}

interface FactorProps {
  id: string;
  name: string;
  createdAt: string;
  /** Without the only factor, the password alone is enough to sign in. */
  isOnlyFactor: boolean;
  withReauthentication: WithReauthentication;
}

function Factor({ id, name, createdAt, isOnlyFactor, withReauthentication }: FactorProps) {
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: () => withReauthentication(() => unenrol(id)),
    onSuccess: () => toast({ title: SECURITY.factorRemoved }),
    onError: (error) => toastFailure(error, SECURITY.factorRemoveFailed),
    onSettled: () => factorsChanged(queryClient),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b py-3 last:border-b-0">
      <div className="grid gap-0.5">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted-foreground">Set up {formatDay(createdAt)}</p>
      </div>
      <AlertDialog>
        <AlertDialogTrigger asChild>
          <Button variant="outline" className="px-4" disabled={removal.isPending} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </AlertDialogTrigger>
        <AlertDialogContent>
          <AlertDialogHeader>
            <AlertDialogTitle>Remove this authenticator app?</AlertDialogTitle>
            <AlertDialogDescription>
              {isOnlyFactor
                ? "Your password alone will then be enough to sign in. Whoever learns it can read your sermons."
                : "Its codes will no longer work. Your other app still protects the account."}
            </AlertDialogDescription>
          </AlertDialogHeader>
          <AlertDialogFooter>
            <AlertDialogCancel>Keep it</AlertDialogCancel>
            <AlertDialogAction onClick={() => removal.mutate()}>Remove</AlertDialogAction>
          </AlertDialogFooter>
        </AlertDialogContent>
      </AlertDialog>
    </li>
  );
}
