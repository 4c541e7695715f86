import { pageTitle } from "../layout/page-title.ts";
import { Screen } from "../layout/screen.tsx";

export const meta = () => pageTitle("Create Your Sermon");

export default function Dashboard() {
  return <Screen title="Create Your Sermon" lead="Tell it what is on your heart." />;
}
