import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Commission Batch Management");

export default function BatchManagement() {
  return <Screen title="Commission Batch Management" lead="Commissions are grouped and released here." />;
}
