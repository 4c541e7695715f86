import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deviceName } from "@lampstand/supabase-server/device-name";
import { SECURITY } from "../../../../shared/messages/auth.ts";
import { formatDay, formatMoment } from "../../../lib/date.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { toast } from "../../../ui/toast.tsx";
import { LoadFailure } from "../load-failure.tsx";
import { endOtherSessions, endSession, sessions, type DeviceSession } from "./sessions.ts";

/** The devices on which the user is signed in, with buttons to sign them out. */
export function SessionList() {
  const queryClient = useQueryClient();
  const { data, isPending, isError, refetch } = useQuery(sessions());
  const onSettled = () => queryClient.invalidateQueries(sessions());
  const ending = useMutation({
    mutationFn: endSession,
    onSuccess: () => toast({ title: SECURITY.sessionEnded }),
    onError: () => toast({ title: SECURITY.sessionEndFailed, variant: "destructive" }),
    onSettled,
  });
  const endingOthers = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => toast({ title: SECURITY.othersEnded }),
    onError: () => toast({ title: SECURITY.othersEndFailed, variant: "destructive" }),
    onSettled,
  });

  if (isPending) return <Spinner label="Loading..." />;
  if (isError) return <LoadFailure text={SECURITY.sessionsFailed} onRetry={() => void refetch()} />;
  return (
    <div className="grid gap-4">
      <ul className="grid">
        {data.map((session) => (
          <Device
            key={session.id}
            session={session}
            busy={ending.isPending && ending.variables === session.id}
            onEnd={() => ending.mutate(session.id)}
          />
        ))}
      </ul>
      {data.some(({ is_current: current }) => !current) ? (
        <Button
          variant="outline"
          className="justify-self-start"
          disabled={endingOthers.isPending}
          aria-busy={endingOthers.isPending}
          onClick={() => endingOthers.mutate()}
        >
          Sign out all other devices
        </Button>
      ) : null}
    </div>
  );
}

function Device({ session, busy, onEnd }: { session: DeviceSession; busy: boolean; onEnd: () => void }) {
  const { user_agent: userAgent, last_used_at: usedAt, created_at: createdAt, is_current: current } = session;
  const name = deviceName(userAgent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b py-3 last:border-b-0">
      <div className="grid flex-1 basis-48 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-semibold" title={userAgent ?? undefined}>
          {name}
          {current ? <Badge variant="outline">This device</Badge> : null}
        </p>
        <p className="text-sm text-muted-foreground">
          Last used {formatMoment(usedAt ?? createdAt)}, signed in {formatDay(createdAt)}
        </p>
      </div>
      {current ? null : (
        <Button variant="outline" className="px-4" disabled={busy} aria-label={`Sign out ${name}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
