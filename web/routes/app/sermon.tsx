import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, NavigationType, useLocation, useNavigate, useNavigationType, useParams } from "react-router";
import * as z from "zod/mini";
import { useAuth } from "../../features/auth/auth-context.tsx";
import SermonPage from "../../features/sermons/reader/sermon-page.tsx";
import { sermonQuery } from "../../features/sermons/sermon.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { PageLoading } from "../../shell/page-loading.tsx";

export const meta = () => pageTitle("Sermon");

const sermonState = z.object({
  /** Left out by the library, whose list has no texts. */
  content: z.optional(z.string().check(z.minLength(1))),
  audio_url: z.nullish(z.string()),
  image_url: z.nullish(z.string()),
  title: z.optional(z.string()),
  created_at: z.optional(z.string()),
  fromLibrary: z.optional(z.boolean()),
  /** Of a sermon that was not saved: the id that it has once it is. */
  id: z.optional(z.uuid()),
  /** Its recording was being made when it was opened. */
  isGrowing: z.optional(z.boolean()),
  /** That it has no recording was said already. */
  isVoiceTold: z.optional(z.boolean()),
});

/** Play was pressed elsewhere: on a card of the library, or to go on listening. */
const pressedPlay = z.object({ play: z.literal(true) });

const LOOK_FOR_IT_MS = 5000;

export default function Sermon() {
  const { user } = useAuth();
  const { id: param } = useParams();
  const location = useLocation();
  // Back, Forward and a reload find the same state, but nobody has pressed Play then.
  const isNewVisit = useNavigationType() === NavigationType.Push;
  const id = param === undefined || param === "new" ? null : param;
  const passedSermon = sermonState.safeParse(location.state).data;
  // The navigation state lacks files that were not made yet, and topic and date if it comes from the generation.
  const hasAllFiles = Boolean(passedSermon?.audio_url && passedSermon.image_url);
  const hasOrigin = Boolean(passedSermon?.title && passedSermon.created_at);
  const row = useQuery({
    ...sermonQuery(id ?? ""),
    enabled: id !== null && !(passedSermon?.content && hasAllFiles && hasOrigin),
  });

  const saved = useQuery({
    ...sermonQuery(passedSermon?.id ?? ""),
    enabled: id === null && passedSermon?.id !== undefined,
    refetchInterval: ({ state: { data } }) => (data ? false : LOOK_FOR_IT_MS),
  });

  // A recording has another address once its sermon gets a picture, and state from before that has the former one.
  const waits = id !== null && !hasAllFiles && row.isPending && row.isFetching;
  const found = (hasAllFiles ? null : row.data?.audio_url) ?? passedSermon?.audio_url ?? null;
  const audioPath = useFirst(`${id}`, waits ? null : found);

  const failed = row.isError && !passedSermon?.content;
  useEffect(() => {
    if (failed) toast({ title: "Error", description: "Failed to load sermon content", variant: "destructive" });
  }, [failed]);

  const content = passedSermon?.content ?? row.data?.content;
  const navigate = useNavigate();
  const read = row.data?.content;
  // As if the library had passed it on: a reload, and Forward, find the text also without a network.
  useEffect(() => {
    if (!passedSermon || passedSermon.content || !read) return;
    void navigate(location, { replace: true, state: { ...passedSermon, content: read }, preventScrollReset: true });
  });
  if (!user) return null;
  // It was saved after all, so it has an address of its own.
  if (id === null && saved.data) return <Navigate to={`/sermon/${saved.data.id}`} replace />;
  if (failed) return <CouldNotLoad onRetry={() => void row.refetch()} />;
  if (!content) return id !== null && row.isPending ? <PageLoading label="Loading sermon..." /> : <MissingContent />;
  // Wait for the row, which may have the missing file.
  if (waits) return <PageLoading label="Loading sermon..." />;
  return (
    <SermonPage
      key={id ?? "new"}
      id={id}
      userId={user.id}
      content={content}
      isVoiceTold={passedSermon?.isVoiceTold ?? false}
      isGrowing={passedSermon?.isGrowing ?? false}
      isUnsaved={passedSermon?.isGrowing === true && !row.data}
      audioPath={audioPath}
      imagePath={passedSermon?.image_url ?? row.data?.image_url ?? null}
      topic={passedSermon?.title ?? row.data?.title}
      createdAt={passedSermon?.created_at ?? row.data?.created_at}
      startPlaying={isNewVisit && pressedPlay.safeParse(location.state).success}
      fromLibrary={passedSermon?.fromLibrary === true}
    />
  );
}

/** The first recording that was found for a sermon: what is being heard goes on when the file is exchanged for one with a cover. */
function useFirst(id: string, path: string | null): string | null {
  const [first, setFirst] = useState({ id, path });
  if (first.id === id && (first.path !== null || path === null)) return first.path;
  setFirst({ id, path });
  return path;
}

function MissingContent() {
  useEffect(() => {
    toast({
      title: "Missing Content",
      description: "Cannot display sermon: content is missing.",
      variant: "destructive",
      local: true,
    });
  }, []);
  return <Navigate to="/dashboard" replace />;
}

function CouldNotLoad({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid justify-items-start gap-4 py-12">
      <h1 className="text-3xl">Failed to load sermon content</h1>
      <p className="text-muted-foreground">Check your internet connection, then try again.</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  );
}
