import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Partner sign-in");

export default function AffiliateLogin() {
  return <Screen title="Partner sign-in" lead="There is no partner program yet." />;
}
