import { BRAND } from "../../../shared/brand.ts";
import { BASE_MINUTES, PRICE_CENTS_PER_MINUTE, PRICE_LABEL, TRIAL_DAYS, TRIAL_SERMONS } from "../../../shared/constants.ts";
import { SiteLink } from "../../shell/site-link.tsx";
import { Article } from "./article.tsx";
import { LastChanged, Prose } from "./prose.tsx";
import { publicPage } from "./public-page.ts";

export const meta = () =>
  publicPage({
    path: "/terms",
    name: "Terms",
    description: `The terms of using ${BRAND.product}: what you pay and how you cancel, what you may do with your sermons, and what they are not.`,
    preview: "lamp",
  });

const Support = () => (
  <a className="link" href={`mailto:${BRAND.supportEmail}`}>
    {BRAND.supportEmail}
  </a>
);

export default function Terms() {
  return (
    <Article title="Terms of Service" lead="What we promise, what we ask, and what this is not. In words meant to be read.">
      <Prose>
        <LastChanged date="2026-11-26" />

        <h2>Terms</h2>
        <p>
          By creating an account you agree to these terms. You must be old enough to enter a contract where you live, and the
          address you sign up with must be your own. Keep your password to yourself, and tell us if somebody else has used your
          account.
        </p>
        <h3>Trial and price</h3>
        <p>
          The first {TRIAL_DAYS} days are free and include {TRIAL_SERMONS} sermons, one in each 24 hours. There is one trial for
          each person. Unless you cancel before it ends, the subscription begins by itself: {PRICE_LABEL} is charged to your card,
          and again each month. It includes {BASE_MINUTES} minutes of recordings in each paid month; minutes that are not used do
          not move to the next. Further minutes cost ${(PRICE_CENTS_PER_MINUTE / 100).toFixed(2)} each and stay until they are
          used. Taxes may be added where the law asks for them; the payment page shows the whole sum before you agree to it.
        </p>
        <h3>Cancelling</h3>
        <p>
          You can cancel at any time under Billing, in two clicks. In the trial nothing is then charged. Later you keep access to
          the end of the month you have paid for, and no further month is charged. If a payment fails we try again for some days
          before the subscription ends. If we ever change the price, you are told at least 30 days before and can cancel first.
        </p>
        <h3>Refunds</h3>
        <p>
          A charge that was our fault, that came twice, or that came after you had cancelled is returned in full: write to{" "}
          <Support /> within 60 days. If you forgot the end of the trial and have made no sermon since, write within 14 days and
          the month is returned. Other months that have begun are not returned in part. Minutes of a refunded payment are taken
          back. None of this limits a right of withdrawal that the law where you live gives you.
        </p>

        <h2>Use License</h2>
        <p>
          The sermons made for you are yours to read, hear, share, adapt, print and preach, in any number and without naming us;
          so are their recordings and pictures. We ask you to say it, when you speak to a congregation, if a machine put the words
          together. Others may be given similar texts: we do not promise that yours is the only one of its kind. The Bible is
          quoted from translations that are free to use, named under each sermon.
        </p>
        <p>
          What you write to us as a topic stays yours too; you let us use it to make the sermon you asked for, and for nothing
          else. You may not resell access, take the service apart to copy it, use it to harass, deceive or turn people against
          each other, or put load on it by automated means. An account that does can be closed; what was paid for and not used is
          then returned.
        </p>

        <h2>Disclaimer</h2>
        <p>
          The texts are put together by a machine, and no person reads them before you. Quotations from the Bible are compared
          with the printed translation word for word; everything around them can be wrong, in fact and in doctrine, and no church
          has approved it. Read a sermon as you would read a stranger’s draft, and check it before you lean on it or preach it.
        </p>
        <p>
          The service is provided as it is. We do not promise that it is always there, and we advise you to download the sermons
          that matter to you. As far as the law allows, we answer for damage only up to what you paid in the twelve months before.
          Nothing here limits rights that can’t be waived, nor what we owe for intent, gross negligence or harm to life and
          health.
        </p>

        <h2>For entertainment only</h2>
        <p>
          The content is provided for entertainment purposes only and is not professional advice: not medical, psychological,
          legal or financial, and not the counsel of a pastor who knows you. It is a companion to faith and fellowship, never a
          replacement for either.
        </p>
        <p>
          <strong>In a crisis.</strong> Where a topic sounds as if somebody were in danger, no sermon is written; you are shown
          people to call instead. That is done by a program and can miss what matters. If you or someone else is in danger, call
          the emergency number of your country, or find a helpline near you at findahelpline.com. Do not stop or change a
          treatment because of anything you read here.
        </p>

        <h2>Changes, and how to reach us</h2>
        <p>
          If these terms change in a way that matters, people with an account are told by email at least 30 days before; whoever
          does not agree can cancel, and delete the account, until then. What is done with your data stands on the{" "}
          <SiteLink to="/privacy" className="link">
            privacy page
          </SiteLink>
          . Questions go to <Support /> or through the{" "}
          <SiteLink to="/contact" className="link">
            contact page
          </SiteLink>
          .
        </p>
      </Prose>
    </Article>
  );
}
