import { lazy, Suspense, useId, type ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";

// Loaded on demand, since many people have no sermons yet (docs/decisions/015-first-load.md).
// If they do not arrive, they are not missed.
const RecentTopics = lazy(() => import("./recent-topics.tsx").catch(() => ({ default: () => null })));

const STARTING_POINTS = [
  "I cannot sleep for worry",
  "I miss my mother, who died",
  "Grateful to have work again",
  "Psalm 23 for Sunday",
];

interface BeginningsProps {
  userId: string;
  onBegin: (topic: string) => void;
}

/** Shown below an empty topic: words to begin with, which one tap puts there. */
export function Beginnings({ userId, onBegin }: BeginningsProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <StartingPoints onBegin={onBegin} />
      <Suspense fallback={null}>
        <RecentTopics userId={userId}>
          {(topics) => <TopicButtons title="Or again on a recent topic:" topics={topics} onBegin={onBegin} />}
        </RecentTopics>
      </Suspense>
    </div>
  );
}

export function StartingPoints({ onBegin }: Pick<BeginningsProps, "onBegin">) {
  return <TopicButtons title="Write a few words and pause, or begin with these." topics={STARTING_POINTS} onBegin={onBegin} />;
}

/** So much of a topic is shown and read out. */
const SHOWN_CHARS = 80;
const shortened = (topic: string) =>
  topic.length > SHOWN_CHARS ? `${topic.slice(0, SHOWN_CHARS).replace(/\s+\S*$/u, "")}…` : topic;

interface TopicButtonsProps {
  title: ReactNode;
  topics: readonly string[];
  onBegin: (topic: string) => void;
}

function TopicButtons({ title, topics, onBegin }: TopicButtonsProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <p id={id} className="text-sm text-muted-foreground">
        {title}
      </p>
      <ul aria-labelledby={id} className="flex flex-wrap gap-2">
        {topics.map((topic) => (
          <li key={topic} className="max-w-full">
            <Button
              variant="outline"
              dir="auto"
              className="max-w-full border-border px-4 font-serif font-normal"
              onClick={() => onBegin(topic)}
            >
              <span className="truncate">{shortened(topic)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
