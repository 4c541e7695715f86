import { PenLine } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from "../../ui/alert-dialog.tsx";
import { Button, buttonVariants } from "../../ui/button.tsx";
import { EMPTY_DRAFT, readTopicDraft, storeTopicDraft } from "./create/topic-draft.ts";

interface AgainOnTopicProps {
  userId: string;
  topic: string;
  children: (begin: () => void) => ReactNode;
}

/** Opens the topic form with the topic of a sermon; asks first where other words stand in it. */
export function AgainOnTopic({ userId, topic, children }: AgainOnTopicProps) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  function fill() {
    const { voice, minutes } = readTopicDraft(userId);
    storeTopicDraft(userId, { ...EMPTY_DRAFT, voice, minutes, topic });
    void navigate("/dashboard");
  }
  function begin() {
    const written = readTopicDraft(userId).topic.trim();
    if (written === "" || written === topic.trim()) fill();
    else setAsking(true);
  }
  return (
    <>
      {children(begin)}
      <AlertDialog open={asking} onOpenChange={setAsking}>
        <AlertDialogContent>
          <AlertDialogHeader>
            <AlertDialogTitle>Other words stand in your topic form</AlertDialogTitle>
            <AlertDialogDescription className="line-clamp-6 wrap-anywhere">
              “<bdi>{asking ? readTopicDraft(userId).topic : null}</bdi>” would be replaced by the topic of this sermon.
            </AlertDialogDescription>
          </AlertDialogHeader>
          <AlertDialogFooter>
            <AlertDialogCancel>Keep those words</AlertDialogCancel>
            <AlertDialogAction className={buttonVariants()} onClick={fill}>
              Replace them
            </AlertDialogAction>
          </AlertDialogFooter>
        </AlertDialogContent>
      </AlertDialog>
    </>
  );
}

/** The same as a button with its words, for the sermon's page. */
export function AgainButton({ userId, topic }: { userId: string; topic: string }) {
  return (
    <AgainOnTopic userId={userId} topic={topic}>
      {(begin) => (
        <Button variant="outline" className="mt-6" onClick={begin}>
          <PenLine aria-hidden />
          Again on this topic
        </Button>
      )}
    </AgainOnTopic>
  );
}
