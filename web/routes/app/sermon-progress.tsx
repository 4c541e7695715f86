import { useNavigate, Link } from "react-router";
import { DemoProgress } from "../../features/sermons/create/demo-progress.tsx";
import { Button } from "../../ui/button.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("How a sermon is made");

export default function SermonProgress() {
  const navigate = useNavigate();
  return (
    <Screen
      title="How a sermon is made"
      lead="A demonstration by the clock: text, voice and picture, two seconds each. No sermon is made here."
    >
      <DemoProgress onDone={() => void navigate("/dashboard")} />
      <Button asChild variant="outline" className="justify-self-start">
        <Link to="/dashboard">Back to Dashboard</Link>
      </Button>
    </Screen>
  );
}
