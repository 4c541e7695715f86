import { ResetRequestForm } from "../../features/auth/reset-request-form.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Forgot your password?", "Have a link sent to your address and choose a new password.");

export default function ResetRequest() {
  return (
    <Screen title="Forgot your password?" lead="We send you a link to choose a new one.">
      <ResetRequestForm />
    </Screen>
  );
}
