import { useState, useSyncExternalStore } from "react";
import { DIAGNOSTICS } from "../../../../shared/messages/auth.ts";
import { Button } from "../../../ui/button.tsx";
import { ScrollArea } from "../../../ui/scroll-area.tsx";
import { diagnosticLog, type DiagnosticEntry } from "./diagnostic-log.ts";
import { checkSession, fullDiagnostic, testConnection, testLogin, type Credentials, type Issues } from "./run-diagnostics.ts";

const ACTIONS: [string, (credentials: Credentials) => Promise<Issues>][] = [
  [DIAGNOSTICS.testConnection, testConnection],
  [DIAGNOSTICS.checkSession, checkSession],
  [DIAGNOSTICS.testLogin, testLogin],
  [DIAGNOSTICS.full, fullDiagnostic],
];

/** For support: runs checks and shows the diagnostic log. `credentials` reads the login form's current values. */
export default function DiagnosticsPanel({ credentials }: { credentials: () => Credentials }) {
  const [running, setRunning] = useState<string | null>(null);
  const [issues, setIssues] = useState<Issues | null>(null);
  async function run(label: string, action: (credentials: Credentials) => Promise<Issues>) {
    setRunning(label);
    setIssues(null);
    setIssues(await action(credentials()));
    setRunning(null);
  }
  return (
    <section aria-label="Login diagnostics" className="grid gap-4 rounded-md border bg-card p-4 text-sm">
      <div className="flex flex-wrap gap-2">
        {ACTIONS.map(([label, action]) => (
          <Button
            key={label}
            variant="outline"
            className="px-3 text-sm"
            disabled={running !== null}
            aria-busy={running === label}
            onClick={() => void run(label, action)}
          >
            {label}
          </Button>
        ))}
        <Button variant="outline" className="px-3 text-sm whitespace-normal" disabled>
          {DIAGNOSTICS.createTestUser}
        </Button>
      </div>
      <p className="text-muted-foreground">
        {DIAGNOSTICS.testLogin} takes the email and password typed above. {DIAGNOSTICS.full} also looks for the account of a typed
        email, which sends an email there.
      </p>
      <div aria-live="polite">{issues ? <IssueList issues={issues} /> : null}</div>
      <Log />
    </section>
  );
}

function IssueList({ issues }: { issues: Issues }) {
  if (issues.length === 0) return <p className="font-medium text-positive">No issues found</p>;
  return (
    <ul className="grid list-disc gap-1 pl-5 font-medium text-destructive">
      {issues.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

const formatData = ({ data }: DiagnosticEntry): string =>
  Object.entries(data)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(" ");

function Log() {
  const entries = useSyncExternalStore(diagnosticLog.subscribe, diagnosticLog.current);
  return (
    <ScrollArea aria-label="Diagnostic log" className="border" viewportClassName="max-h-72">
      <ol className="grid gap-1.5 p-3 font-mono text-xs">
        {entries.map((entry, index) => (
          // Entries may be equal, so their index is the only key.
          // oxlint-disable-next-line react/no-array-index-key -- see above
          <li key={index} className="break-words">
            {entry.timestamp} {entry.sessionId} {entry.level.toUpperCase()} {entry.message} {formatData(entry)}
          </li>
        ))}
      </ol>
    </ScrollArea>
  );
}
