import { Link } from "react-router";
import { SIGN_UP } from "../../../shared/messages/auth.ts";

/** The ways on for somebody who signs up with an address that has an account: both open with the address filled in. */
export function AccountExists({ email }: { email: string }) {
  return (
    <p className="flex flex-wrap gap-x-6">
      <Link to="/login" state={{ email }} className="link inline-flex min-h-11 items-center">
        {SIGN_UP.signInInstead}
      </Link>
      <Link to="/reset-request" state={{ email }} className="link inline-flex min-h-11 items-center">
        {SIGN_UP.resetInstead}
      </Link>
    </p>
  );
}
