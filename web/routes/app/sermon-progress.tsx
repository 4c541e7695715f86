import { useNavigate, Link } from "react-router";
import { DemoProgress } from "../../features/sermons/create/demo-progress.tsx";
import { Button } from "../../ui/button.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { Screen } from "../../shell/screen.tsx";

export const meta = () => pageTitle("Your sermon is being made");

export default function SermonProgress() {
  const navigate = useNavigate();
  return (
    <Screen title="Your sermon is being made" lead="Text, voice and picture, one after another.">
      <DemoProgress onDone={() => void navigate("/dashboard")} />
      <Button asChild variant="outline" className="justify-self-start">
        <Link to="/dashboard">Back to Dashboard</Link>
      </Button>
    </Screen>
  );
}
