import { Download, FileText, FolderPlus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Block } from "../../../../shared/sermon-text.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { KeepInCollections } from "../collections/keep-in-collections.tsx";
import { DeleteSermon } from "../delete-sermon.tsx";
import { KeepButton } from "../kept/keep-button.tsx";
import { loadRecording } from "../media.ts";
import { ShareButtons } from "../share/share-buttons.tsx";
import { fileName, plainText } from "./download.ts";
import { ExportMenu } from "./export-menu.tsx";

async function saveAudio(path: string, title: string) {
  try {
    saveFile(await loadRecording(path), fileName(title, "mp3"));
    toast({ title: "Sermon downloaded successfully" });
  } catch {
    toast({ title: "Failed to download sermon", variant: "destructive" });
  }
}

interface SermonActionsProps {
  id: string | null;
  userId: string;
  title: string;
  /** What the person asked for; unknown until the row is loaded. */
  topic: string | undefined;
  blocks: readonly Block[];
  content: string;
  createdAt: string | undefined;
  /** Null while there is nothing to download. */
  audioPath: string | null;
  /** How long its recording is; 0 while that is not known. */
  seconds: number;
}

/** Buttons to download, share and delete a sermon. */
export function SermonActions(props: SermonActionsProps) {
  const { id, userId, title, topic, blocks, content, createdAt, audioPath, seconds } = props;
  const navigate = useNavigate();
  const [downloading, setDownloading] = useState(false);
  const leave = () => {
    void navigate("/my-sermons", { replace: true });
    return null;
  };
  const actionProps = {
    variant: "ghost",
    size: "sm",
    className: "min-h-11 px-2 text-muted-foreground hover:text-foreground",
  } as const;
  async function download() {
    if (!audioPath || downloading) return;
    setDownloading(true);
    await saveAudio(audioPath, title);
    setDownloading(false);
  }
  return (
    <div className="-mx-2 flex flex-wrap items-center print:hidden">
      <Button
        {...actionProps}
        disabled={!audioPath}
        aria-disabled={downloading || undefined}
        aria-busy={downloading}
        onClick={() => void download()}
      >
        <Download aria-hidden />
        Download
      </Button>
      <Button
        {...actionProps}
        onClick={() => saveFile(new Blob([plainText(blocks)], { type: "text/plain" }), fileName(title, "txt"))}
      >
        <FileText aria-hidden />
        Save as text
      </Button>
      {id ? <KeepButton {...{ id, userId, seconds }} buttonProps={actionProps} /> : null}
      <ExportMenu {...{ id, title, content, createdAt, audioPath }} />
      {id ? <ShareButtons sermonId={id} title={title} topic={topic} buttonProps={actionProps} /> : null}
      {id ? (
        <KeepInCollections userId={userId} ids={[id]} what={title}>
          {(open) => (
            <Button {...actionProps} onClick={open}>
              <FolderPlus aria-hidden />
              Collections
            </Button>
          )}
        </KeepInCollections>
      ) : null}
      {id ? (
        <DeleteSermon id={id} title={title} userId={userId} onDeleted={leave}>
          <Button {...actionProps} className="min-h-11 px-2 text-muted-foreground hover:text-destructive">
            <Trash2 aria-hidden />
            Delete
          </Button>
        </DeleteSermon>
      ) : null}
    </div>
  );
}
