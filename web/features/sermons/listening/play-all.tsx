import { ListMusic } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { tellMissing } from "../../../ui/lazy-part.tsx";

interface PlayAllProps {
  userId: string;
  sermons: readonly { id: string; audio_url: string | null }[];
  /** Ids of them all, where only some are loaded; those without a recording are passed over. */
  findAll?: (() => Promise<readonly string[]>) | undefined;
}

/** Plays the sermons of a list, one after the other. Nothing where fewer than two have a recording. */
export function PlayAll({ userId, sermons, findAll }: PlayAllProps) {
  const ids = sermons.filter(({ audio_url }) => audio_url !== null).map(({ id }) => id);
  if (ids.length < 2) return null;
  // The player is loaded with the first sermon that is heard.
  const play = () =>
    void import("./queue.ts")
      .then(async ({ playAll }) => playAll(userId, (await findAll?.()) ?? ids), tellMissing)
      .catch(() => {});
  return (
    <Button variant="outline" size="sm" className="min-h-11" onClick={play}>
      <ListMusic aria-hidden />
      Play all
    </Button>
  );
}
