import type { User } from "@supabase/supabase-js";
import type { ReactNode } from "react";
import { DeleteAccount } from "../../features/account/delete-account.tsx";
import { DownloadData } from "../../features/account/download-data.tsx";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { ChangePassword } from "../../features/auth/security/change-password.tsx";
import { useProof } from "../../features/auth/security/proof.tsx";
import { SecondFactor } from "../../features/auth/security/second-factor.tsx";
import { SessionList } from "../../features/auth/security/session-list.tsx";
import { ConsentChoice } from "../../features/sermons/create/consent-choice.tsx";
import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Security");

export default function Security() {
  const { user, signOut } = useAuth();
  return user ? <SecurityOf user={user} onDeleted={() => void signOut()} /> : null;
}

function SecurityOf({ user, onDeleted }: { user: User; onDeleted: () => void }) {
  const { withProof, proofDialog } = useProof(user);
  return (
    <Screen title="Security" lead="Who can open your account, and what is kept in it.">
      <div className="grid max-w-3xl gap-12">
        <Part title="Password">
          <ChangePassword user={user} />
        </Part>
        <Part title="Second factor">
          <SecondFactor withProof={withProof} />
        </Part>
        <Part title="Where you are signed in">
          <SessionList />
        </Part>
        <Part title="Your data">
          <DownloadData withProof={withProof} />
          <ConsentChoice userId={user.id} />
        </Part>
        <Part title="Delete account">
          <DeleteAccount email={user.email ?? ""} onDeleted={onDeleted} withProof={withProof} />
        </Part>
      </div>
      {proofDialog}
    </Screen>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-5 border-t pt-6" aria-label={title}>
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}
