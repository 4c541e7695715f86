import { BRAND } from "../../../shared/brand.ts";
import { PRICE_LABEL, TRIAL_DAYS } from "../../../shared/constants.ts";
import { pageTitle } from "../layout/page-title.ts";
import { Article } from "./article.tsx";
import { PricingCard } from "./pricing-card.tsx";

export const meta = () => pageTitle("Pricing", `${BRAND.product} is free for ${TRIAL_DAYS} days, then ${PRICE_LABEL}.`);

export default function FreeTrial() {
  return (
    <Article
      title="One plan, three days to try it"
      lead={`Your card is asked for at the start and charged only when the trial ends. Cancel before that and you pay nothing. Cancel later and you keep access to the end of the month you paid for.`}
    >
      <PricingCard />
    </Article>
  );
}
