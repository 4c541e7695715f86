import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Security");

export default function Security() {
  return <Screen title="Security" lead="Your password and your sessions are looked after here." />;
}
