import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Help & Support");

export default function Support() {
  return <Screen title="Help & Support" lead="This page is still being built. Until then, the contact page reaches us." />;
}
