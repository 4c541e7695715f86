import { ConfirmAddress } from "../../features/auth/confirm-address.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Confirm your address");

export default function AuthConfirm() {
  return (
    <Screen title="Confirm your address">
      <ConfirmAddress />
    </Screen>
  );
}
