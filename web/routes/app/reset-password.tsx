import { ResetPasswordForm } from "../../features/auth/reset-password-form.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Choose a new password");

export default function ResetPassword() {
  return (
    <Screen title="Choose a new password">
      <ResetPasswordForm />
    </Screen>
  );
}
