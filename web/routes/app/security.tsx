import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Security");

export default function Security() {
  return (
    <Screen
      title="Security"
      lead="This page is still being built. Until then, a new password can be set with the link on the sign-in page."
    />
  );
}
