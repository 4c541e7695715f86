import { pageTitle } from "../../shell/page-title.ts";
import { InPreparation } from "./in-preparation.tsx";

export const meta = () => pageTitle("Commission Rules");

export default function CommissionConfiguration() {
  return (
    <InPreparation
      title="Commission Rules"
      lead="What a partner earns, for how long, and what counts as a referral will be set here."
      workarounds={[["none", "There is no partner program yet, so no rule is in force, and no commission is reckoned."]]}
    />
  );
}
