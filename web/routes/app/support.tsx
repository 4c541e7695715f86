import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Help & Support");

export default function Support() {
  return <Screen title="Help & Support" lead="Answers to questions, and a way to reach us." />;
}
