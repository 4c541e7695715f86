import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Your sermon is being made");

export default function SermonProgress() {
  return <Screen title="Your sermon is being made" lead="Text, voice and picture, one after another." />;
}
