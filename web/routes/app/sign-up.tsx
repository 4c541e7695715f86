import { useState } from "react";
import { Link } from "react-router";
import { BRAND } from "../../../shared/brand.ts";
import { PRICE_LABEL, TRIAL_DAYS } from "../../../shared/constants.ts";
import { PendingCheckout } from "../../features/auth/pending-checkout.tsx";
import { clearPendingSignUp, readPendingSignUp } from "../../features/auth/pending-sign-up.ts";
import { SignUpForm } from "../../features/auth/sign-up-form.tsx";
import { Badge } from "../../ui/badge.tsx";
import { pageTitle } from "../layout/page-title.ts";
import { PlaceLink } from "../layout/place-link.tsx";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Begin Your Journey");

export default function SignUp() {
  const [pending, setPending] = useState(readPendingSignUp);
  function discard() {
    clearPendingSignUp();
    setPending(null);
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
      <div className="grid max-w-[26rem] gap-6">
        <p>The first {TRIAL_DAYS} days are free, with a sermon on each of them. You can cancel at any time.</p>
        {pending ? <PendingCheckout pending={pending} onDiscard={discard} /> : <SignUpForm />}
        <p className="text-sm text-muted-foreground">
          By continuing you agree to our{" "}
          <PlaceLink to="/terms" className="link">
            Terms
          </PlaceLink>{" "}
          and{" "}
          <PlaceLink to="/privacy" className="link">
            Privacy Policy
          </PlaceLink>
          .
        </p>
        <p className="inline-flex flex-wrap items-center gap-x-1.5">
          Already have an account?
          <Link to="/login" className="link inline-flex min-h-11 items-center">
            Sign in
          </Link>
        </p>
      </div>
    </Screen>
  );
}
