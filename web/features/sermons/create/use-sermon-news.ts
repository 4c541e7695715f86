import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { askAgain } from "../../../lib/ask-again.ts";
import { closeToasts, toast } from "../../../ui/toast.tsx";
import { sermonLists } from "../sermon-list.ts";
import { asToast, FAILURES, SAVE_FAILED } from "./failures.ts";
import { readFollowed, stopFollowing, useFollowedGeneration } from "./followed-generation.ts";
import { generateVoice } from "./generate-media.ts";
import { mayBeAskedAgain } from "./generate-text.ts";
import { notifyReady } from "./ready-notification.ts";
import type { GeneratedSermon, StoredGeneration } from "./stored-generation.ts";

const HOME = "/dashboard";
const READY = "Your sermon is ready";

function whenLookedAt(tell: () => void): void {
  if (document.visibilityState === "visible") return tell();
  document.addEventListener("visibilitychange", tell, { once: true });
}

/** Whether something became ready while the tab was in the background, until it is looked at. */
function useUnseen(): { isUnseen: boolean; mark: () => void } {
  const [isUnseen, setUnseen] = useState(false);
  const mark = useCallback(() => {
    if (document.visibilityState !== "visible") setUnseen(true);
    whenLookedAt(() => setUnseen(false));
  }, []);
  return { isUnseen, mark };
}

/** Its recording; in the default voice, asked for here, if the chosen one was replaced. */
async function recordingOf({ id, audioPath, recordedOtherwise }: StoredGeneration): Promise<string | null> {
  if (!recordedOtherwise) return audioPath;
  const ask = () => generateVoice({ generationId: id, again: false }, toast);
  return askAgain(ask, mayBeAskedAgain, new AbortController().signal).catch(() => audioPath);
}

/**
 * Leads from the dashboard to the sermon as soon as it can be read and heard, and tells once how the followed generation ended, wherever the person is: from the dashboard to the sermon, elsewhere a message with a link.
 * `onCounted`: its text is there or failed, so that the plan's numbers have changed. Resolves to whether one is running, and whether one
 * became ready that nobody has looked at.
 */
export function useSermonNews(userId: string, onCounted: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { followed } = useFollowedGeneration(userId);
  const { isUnseen, mark } = useUnseen();
  const where = useRef(pathname);
  const seenRunning = useRef<string>(null);
  const told = useRef<string>(null);
  const begunToSound = useRef<string>(null);
  useEffect(() => {
    where.current = pathname;
    // Opened from a list, it needs no button to be opened.
    closeToasts(pathname);
  }, [pathname]);

  const isTextOver = followed?.steps.text === "completed" || followed?.steps.text === "error";
  const overId = isTextOver ? followed.id : null;
  const counted = useEffectEvent(onCounted);
  useEffect(() => {
    if (overId) counted();
  }, [overId]);

  const finish = useEffectEvent(async (made: StoredGeneration) => {
    const audio_url = await recordingOf(made);
    for (const kind of ["voice", "image"] as const) if (made.steps[kind] === "error") toast(asToast(FAILURES[kind]));
    if (made.saveFailed) toast(asToast(SAVE_FAILED));

    const sermon: GeneratedSermon = { content: made.draft, audio_url, image_url: made.imagePath };
    const address = made.saveFailed ? "/sermon/new" : `/sermon/${made.id}`;
    const state = {
      ...sermon,
      // For a sermon that is saved later than now.
      ...(made.saveFailed && { id: made.id }),
      ...(made.steps.voice === "error" && { isVoiceTold: true }),
    };
    const open = () => void navigate(address, { state });
    if (!document.hasFocus()) notifyReady(made.id, open);
    mark();
    const listed = client.invalidateQueries(sermonLists(userId));
    if (where.current === HOME) open();
    else {
      // In the library the sermon takes the place of its progress.
      await listed;
      whenLookedAt(() => {
        if (where.current !== address) toast({ title: READY, about: address, action: { label: "Open Sermon", onClick: open } });
      });
    }
    if (readFollowed(client, userId)?.id === made.id) stopFollowing(client);
  });
  // Its text is finished and its recording can be heard, which goes on growing there.
  const hearItGrow = useEffectEvent(({ id, draft }: StoredGeneration) => {
    const state = { content: draft, audio_url: null, image_url: null, isGrowing: true };
    if (where.current === HOME) void navigate(`/sermon/${id}`, { state });
  });
  const fail = useEffectEvent(({ reason }: StoredGeneration) => {
    // The dashboard shows it with its steps.
    if (where.current === HOME) return;
    const action = { label: "See what happened", onClick: () => void navigate(HOME) };
    toast({ ...asToast({ ...FAILURES.text, description: reason ?? FAILURES.text.description }), action });
  });
  const withhold = useEffectEvent(() => {
    if (where.current === HOME) return;
    toast({ title: "This needs more than a sermon", action: { label: "Read more", onClick: () => void navigate(HOME) } });
  });

  useEffect(() => {
    if (followed?.state !== "running" || !followed.growingKey || followed.steps.text !== "completed") return;
    if (begunToSound.current === followed.id) return;
    begunToSound.current = followed.id;
    hearItGrow(followed);
  }, [followed]);

  useEffect(() => {
    const end = followed && followed.state !== "running" ? `${followed.id} ${followed.state}` : null;
    if (!followed) told.current = null;
    if (followed?.state === "running") seenRunning.current = followed.id;
    if (!followed || end === null || end === told.current) return;
    told.current = end;
    if (followed.state === "finished") void finish(followed);
    // One that failed before this page was opened is shown on the dashboard.
    else if (seenRunning.current === followed.id) (followed.state === "failed" ? fail : withhold)(followed);
  }, [followed]);

  return { running: followed?.state === "running" ? followed : null, isUnseen };
}
