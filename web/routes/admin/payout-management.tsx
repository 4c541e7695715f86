import { pageTitle } from "../../shell/page-title.ts";
import { InPreparation } from "./in-preparation.tsx";

export const meta = () => pageTitle("Payout Management");

export default function PayoutManagement() {
  return (
    <InPreparation
      title="Payout Management"
      lead="What partners are owed, and what has been paid to them, will be seen here."
      workarounds={[
        ["none", "There is no partner program yet, so nobody is owed anything."],
        ["provider", "What members have paid, and refunds, stand in the payment provider's own dashboard."],
      ]}
    />
  );
}
