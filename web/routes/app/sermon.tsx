import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useLocation, useParams } from "react-router";
import * as z from "zod/mini";
import { useAuth } from "../../features/auth/auth-context.tsx";
import SermonPage from "../../features/sermons/reader/sermon-page.tsx";
import { sermonQuery } from "../../features/sermons/sermon.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { pageTitle } from "../../shell/page-title.ts";
import { PageLoading } from "../../shell/page-loading.tsx";

export const meta = () => pageTitle("Sermon");

const passed = z.object({
  content: z.string().check(z.minLength(1)),
  audio_url: z.nullish(z.string()),
  image_url: z.nullish(z.string()),
});

export default function Sermon() {
  const { user } = useAuth();
  const { id: named } = useParams();
  const { state } = useLocation();
  const id = named === undefined || named === "new" ? null : named;
  const given = passed.safeParse(state).data;
  // The passed state may lack a file that was still being made.
  const complete = Boolean(given?.audio_url && given.image_url);
  const stored = useQuery({ ...sermonQuery(id ?? ""), enabled: id !== null && !complete });

  const failed = stored.isError && !given;
  useEffect(() => {
    if (failed) toast({ title: "Error", description: "Failed to load sermon content", variant: "destructive" });
  }, [failed]);

  const content = given?.content ?? stored.data?.content;
  if (!user) return null;
  if (failed) return <CouldNotLoad onRetry={() => void stored.refetch()} />;
  if (!content) return id !== null && stored.isPending ? <PageLoading label="Loading sermon..." /> : <MissingContent />;
  // A file missing in the passed state may be in the stored row: wait for it.
  if (id !== null && !complete && stored.isPending && stored.isFetching) return <PageLoading label="Loading sermon..." />;
  return (
    <SermonPage
      key={id ?? "new"}
      id={id}
      userId={user.id}
      content={content}
      audioPath={given?.audio_url ?? stored.data?.audio_url ?? null}
      imagePath={given?.image_url ?? stored.data?.image_url ?? null}
    />
  );
}

function MissingContent() {
  useEffect(() => {
    toast({ title: "Missing Content", description: "Cannot display sermon: content is missing.", variant: "destructive" });
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
