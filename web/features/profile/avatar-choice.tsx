import { useRef, useState, type ChangeEvent } from "react";
import { PROFILE } from "../../../shared/messages/profile.ts";
import { useIsMobile } from "../../lib/mobile.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/toast.tsx";
import { shrinkPicture } from "./shrink-picture.ts";
import { useReplaceAvatar } from "./replace-avatar.ts";

/** The storage's answer to a file that it can't draw anew. */
const isWrongKind = (error: unknown) => error instanceof Error && "statusCode" in error && error.statusCode === "415";

function refuse(title: string, description?: string) {
  toast({ title, ...(description && { description }), variant: "destructive" });
}

interface AvatarChoiceProps {
  userId: string;
  /** The present picture's address. */
  address: string | null;
}

/** The picture, and the ways to another one. A chosen picture is stored at once and shown meanwhile. */
export function AvatarChoice({ userId, address }: AvatarChoiceProps) {
  const { mutateAsync: replace } = useReplaceAvatar(userId);
  const [preview, setPreview] = useState<string | null>(null);
  const isMobile = useIsMobile();

  async function choose(file: File) {
    if (!file.type.startsWith("image/")) return refuse(PROFILE.notAnImage);
    const shown = URL.createObjectURL(file);
    setPreview(shown);
    try {
      const picture = await shrinkPicture(file);
      if (!picture) return refuse(PROFILE.tooLarge);
      await replace({ picture, former: address });
      toast({ title: PROFILE.uploaded });
    } catch (error) {
      refuse(PROFILE.uploadFailed, isWrongKind(error) ? PROFILE.wrongKind : undefined);
    } finally {
      setPreview(null);
      URL.revokeObjectURL(shown);
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar src={preview ?? address} className="size-24" />
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-3">
          <FileButton label={address ? "Change picture" : "Add a picture"} disabled={preview !== null} onFile={choose} />
          {isMobile ? <FileButton label="Take a picture" camera disabled={preview !== null} onFile={choose} /> : null}
        </div>
        {preview ? (
          <Spinner label="Uploading..." className="text-sm" />
        ) : (
          <p className="text-sm text-muted-foreground">Any photo will do. It is cut to a circle.</p>
        )}
      </div>
    </div>
  );
}

interface FileButtonProps {
  label: string;
  disabled: boolean;
  /** On a phone: the camera for portraits, without a detour through the files. */
  camera?: boolean;
  onFile: (file: File) => Promise<void>;
}

function FileButton({ label, disabled, camera = false, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  function change({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    // So that the same file can be chosen again after a failure.
    currentTarget.value = "";
    if (file) void onFile(file);
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        {...(camera && { capture: "user" })}
        aria-label={label}
        hidden
        onChange={change}
      />
      <Button variant="outline" disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
