import { pageTitle } from "../../shell/page-title.ts";
import { InPreparation } from "./in-preparation.tsx";

export const meta = () => pageTitle("Commission Batch Management");

export default function BatchManagement() {
  return (
    <InPreparation
      title="Commission Batch Management"
      lead="The commissions of a month will be gathered, checked and released together here."
      workarounds={[
        ["none", "There is no partner program yet, so there are no commissions to release."],
        [
          "codes",
          "A referral code that someone enters at sign-up is kept with their profile, so that none is lost before it begins.",
        ],
      ]}
    />
  );
}
