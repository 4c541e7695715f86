import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Begin Your Journey");

export default function SignUp() {
  return <Screen title="Begin Your Journey" lead="Subscription starts at $14.99/month." />;
}
