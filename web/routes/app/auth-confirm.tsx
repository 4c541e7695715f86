import { ConfirmAddress } from "../../features/auth/confirm-address.tsx";
import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Confirm your address");

export default function AuthConfirm() {
  return (
    <Screen title="Confirm your address">
      <ConfirmAddress />
    </Screen>
  );
}
