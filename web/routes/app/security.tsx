import type { User } from "@supabase/supabase-js";
import type { ReactNode } from "react";
import { DeleteAccount } from "../../features/account/delete-account.tsx";
import { DownloadData } from "../../features/account/download-data.tsx";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { ChangePassword } from "../../features/auth/security/change-password.tsx";
import { useReauthentication } from "../../features/auth/security/reauthentication.tsx";
import { SecondFactor } from "../../features/auth/security/second-factor.tsx";
import { SessionList } from "../../features/auth/security/session-list.tsx";
import { ConsentChoice } from "../../features/sermons/create/consent-choice.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Security");

export default function Security() {
  const { user, signOut } = useAuth();
  return user ? <SecuritySections user={user} onDeleted={() => void signOut()} /> : null;
}

function SecuritySections({ user, onDeleted }: { user: User; onDeleted: () => void }) {
  const { withReauthentication, reauthenticationDialog } = useReauthentication(user);
  return (
    <Screen title="Security" lead="Who can open your account, and what is kept in it.">
      {/* Two columns by themselves, so that a short section leaves no hole beside a long one. */}
      <div className="grid items-start gap-12 lg:grid-cols-2 lg:gap-x-16">
        <div className="grid gap-12">
          <Section title="Password">
            <ChangePassword user={user} />
          </Section>
          <Section title="Where you are signed in">
            <SessionList />
          </Section>
        </div>
        <div className="grid gap-12">
          <Section title="Second factor">
            <SecondFactor withReauthentication={withReauthentication} />
          </Section>
          <Section title="Your data">
            <DownloadData withReauthentication={withReauthentication} />
            <ConsentChoice userId={user.id} />
          </Section>
          <Section title="Delete account">
            <DeleteAccount email={user.email ?? ""} onDeleted={onDeleted} withReauthentication={withReauthentication} />
          </Section>
        </div>
      </div>
      {reauthenticationDialog}
    </Screen>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-5 border-t pt-6" aria-label={title}>
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}
