import { ResetPasswordForm } from "../../features/auth/reset-password-form.tsx";
import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Choose a new password");

export default function ResetPassword() {
  return (
    <Screen title="Choose a new password">
      <ResetPasswordForm />
    </Screen>
  );
}
