import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Commission Batch Management");

export default function BatchManagement() {
  return (
    <Screen title="Commission Batch Management" lead="There is no partner program yet, so there are no commissions to release." />
  );
}
