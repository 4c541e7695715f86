import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Confirm your e-mail");

export default function AuthConfirm() {
  return <Screen title="Confirm your e-mail" lead="One step is left." />;
}
