import { useState } from "react";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { Button } from "../../ui/button.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { SiteLink } from "../../shell/site-link.tsx";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Sign out");

/** Asks first, because any link on the web can open this page (CSRF). */
export default function SignOut() {
  const { signOut } = useAuth();
  const [busy, setBusy] = useState(false);
  return (
    <Screen title="Sign out?" lead="You will be signed out on every device.">
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={busy}
          onClick={() => {
            setBusy(true);
            void signOut();
          }}
        >
          {busy ? "Signing out..." : "Sign Out"}
        </Button>
        <Button asChild variant="outline">
          <SiteLink to="/dashboard">Stay signed in</SiteLink>
        </Button>
      </div>
    </Screen>
  );
}
