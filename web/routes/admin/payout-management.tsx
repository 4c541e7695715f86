import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Payout Management");

export default function PayoutManagement() {
  return <Screen title="Payout Management" lead="There is no partner program yet, so there are no payouts to review." />;
}
