import { useState } from "react";
import { useSearchParams } from "react-router";
import { COMPLETION } from "../../../shared/messages/auth.ts";
import { SignUpCompletion } from "../../features/auth/sign-up-completion.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";
import { SiteLink } from "../../shell/site-link.tsx";

export const meta = () => pageTitle("Completing your sign-up");

export default function SignUpComplete() {
  const [query] = useSearchParams();
  const [failed, setFailed] = useState(false);
  const sessionId = query.get("session_id");
  const userId = query.get("user_id");
  const nothingGiven = !sessionId && !userId;
  const { title, lead } = nothingGiven ? COMPLETION.nothingGiven : failed ? COMPLETION.notCompleted : COMPLETION.working;
  return (
    <Screen title={title} lead={lead}>
      <SignUpCompletion sessionId={sessionId} userId={userId} onFailure={() => setFailed(true)} />
      {nothingGiven || failed ? (
        <p className="flex flex-wrap gap-x-6">
          <SiteLink to="/sign-up" className="link inline-flex min-h-11 items-center">
            Go to the sign-up
          </SiteLink>
          <SiteLink to="/login" className="link inline-flex min-h-11 items-center">
            Sign in
          </SiteLink>
        </p>
      ) : null}
    </Screen>
  );
}
