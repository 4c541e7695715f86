import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("My Sermons");

export default function MySermons() {
  return <Screen title="My Sermons" lead="Everything that was written for you." />;
}
