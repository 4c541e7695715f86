import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Almost there");

export default function SignUpComplete() {
  return <Screen title="Almost there" lead="Your account is being set up." />;
}
