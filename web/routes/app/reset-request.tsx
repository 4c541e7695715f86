import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Forgot your password?");

export default function ResetRequest() {
  return <Screen title="Forgot your password?" lead="A link to set a new one is requested here." />;
}
