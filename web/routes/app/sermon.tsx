import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Sermon");

export default function Sermon() {
  return <Screen title="Sermon" lead="The text, and the voice that reads it." />;
}
