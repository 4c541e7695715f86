import { useSearchParams } from "react-router";
import { SignUpCompletion } from "../../features/auth/sign-up-completion.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Almost there");

export default function SignUpComplete() {
  const [query] = useSearchParams();
  return (
    <Screen title="Almost there" lead="The checkout is done. You are taken on in a moment.">
      <SignUpCompletion sessionId={query.get("session_id")} userId={query.get("user_id")} />
    </Screen>
  );
}
