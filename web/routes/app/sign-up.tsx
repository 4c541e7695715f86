import { useState } from "react";
import { Link } from "react-router";
import { BRAND } from "../../../shared/brand.ts";
import { PRICE_LABEL, TRIAL_DAYS, TRIAL_SERMONS } from "../../../shared/constants.ts";
import { PendingCheckout } from "../../features/auth/pending-checkout.tsx";
import { clearPendingSignUp, readPendingSignUp } from "../../features/auth/pending-sign-up.ts";
import { SignUpForm } from "../../features/auth/sign-up-form.tsx";
import { useBrowserValue } from "../../lib/hydrated.ts";
import { Badge } from "../../ui/badge.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { SiteLink } from "../../shell/site-link.tsx";
import { Screen } from "../../shell/screen.tsx";

export const meta = () =>
  pageTitle(
    "Begin Your Journey",
    `Try ${BRAND.product} free for ${TRIAL_DAYS} days with ${TRIAL_SERMONS} sermons, then ${PRICE_LABEL}.`,
  );

export default function SignUp() {
  const stored = useBrowserValue(readPendingSignUp, null);
  const [discarded, setDiscarded] = useState(false);
  const pending = discarded ? null : stored;
  function discard() {
    clearPendingSignUp();
    setDiscarded(true);
  }
  return (
    <Screen
      title="Begin Your Journey"
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          Subscription starts at {PRICE_LABEL}
          <Badge variant="outline">{BRAND.version}</Badge>
        </span>
      }
    >
      <div className="grid gap-12 md:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] md:gap-16 lg:gap-24">
        <div className="grid content-start gap-6">
          {pending ? <PendingCheckout pending={pending} onDiscard={discard} /> : <SignUpForm />}
          <p className="text-sm text-muted-foreground">
            By continuing you agree to our{" "}
            <SiteLink to="/terms" className="link">
              Terms
            </SiteLink>{" "}
            and{" "}
            <SiteLink to="/privacy" className="link">
              Privacy Policy
            </SiteLink>
            .
          </p>
          <p className="inline-flex flex-wrap items-center gap-x-1.5">
            Already have an account?
            <Link to="/login" className="link inline-flex min-h-11 items-center">
              Sign in
            </Link>
          </p>
        </div>
        <SignUpSteps />
      </div>
    </Screen>
  );
}

function SignUpSteps() {
  return (
    <section aria-labelledby="what-happens" className="max-w-md content-start border-t pt-5">
      <h2 id="what-happens" className="text-lg">
        What happens next
      </h2>
      <ol className="mt-3 grid list-decimal gap-3 pl-5 text-muted-foreground">
        <li>You give a card. For {TRIAL_DAYS} days nothing is charged, and you can cancel at any time.</li>
        <li>We send you an email, and you confirm that the address is yours.</li>
        <li>You listen to the first of {TRIAL_SERMONS} free sermons, one on each day.</li>
      </ol>
    </section>
  );
}
