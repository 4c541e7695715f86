import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Commission Rules");

export default function CommissionConfiguration() {
  return <Screen title="Commission Rules" lead="There is no partner program yet, so there are no rules to set." />;
}
