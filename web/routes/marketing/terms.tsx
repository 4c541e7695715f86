import { BRAND } from "../../../shared/brand.ts";
import { PRICE_LABEL, TRIAL_DAYS, TRIAL_SERMONS } from "../../../shared/constants.ts";
import { pageTitle } from "../layout/page-title.ts";
import { Article } from "./article.tsx";
import { Prose } from "./prose.tsx";

export const meta = () => pageTitle("Terms", `The terms of using ${BRAND.product}.`);

export default function Terms() {
  return (
    <Article title="Terms of Service" lead="What we promise, what we ask, and what this is not.">
      <Prose>
        <h2>Terms</h2>
        <p>
          By creating an account you agree to these terms. You must be old enough to enter a contract where you live, and the
          address you sign up with must be your own.
        </p>
        <p>
          The first {TRIAL_DAYS} days are free and include {TRIAL_SERMONS} sermons, one in each 24 hours. Unless you cancel before
          they end, the subscription begins and {PRICE_LABEL} is charged to your card until you cancel. After cancelling you keep
          access to the end of the period you paid for.
        </p>

        <h2>Use License</h2>
        <p>
          The sermons made for you are yours to read, hear, share, adapt and preach. If you speak one in public, say it in your
          own name and check it first: you, not we, stand behind it. You may not resell access to the service, take it apart to
          copy it, use it to harass or deceive anyone, or put load on it by automated means.
        </p>

        <h2>Disclaimer</h2>
        <p>
          The service is provided as it is. Texts are written by a machine and can be wrong, in fact and in doctrine. We do not
          promise that it is always available, and keep your sermons with care but advise you to download those that matter to
          you. Nothing here limits rights that the law gives you and that can’t be waived.
        </p>

        <h2>For entertainment only</h2>
        <p>
          The content is provided for entertainment purposes only and is not professional advice: not medical, psychological,
          legal or financial, and not the counsel of a pastor who knows you. If you or someone else is in danger, call the
          emergency number of your country.
        </p>
      </Prose>
    </Article>
  );
}
