import { useRef, useState, type ChangeEvent } from "react";
import { PROFILE } from "../../../shared/messages/profile.ts";
import { useIsMobile } from "../../lib/mobile.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/toast.tsx";
import { shrinkPicture } from "./shrink-picture.ts";
import { useReplaceAvatar } from "./replace-avatar.ts";

/** Storage's error for an image that it can't re-encode. */
const isWrongKind = (error: unknown) => error instanceof Error && "statusCode" in error && error.statusCode === "415";

/** The file can't be used, whether there is a network or not. */
const refuseFile = (title: string) => toast({ title, variant: "destructive", local: true });

interface AvatarChoiceProps {
  userId: string;
  /** The current picture's address. */
  address: string | null;
}

/** Shows and replaces the profile picture. A chosen file is uploaded at once and previewed meanwhile. */
export function AvatarChoice({ userId, address }: AvatarChoiceProps) {
  const { mutateAsync: replace } = useReplaceAvatar(userId);
  const [preview, setPreview] = useState<string | null>(null);
  const isMobile = useIsMobile();

  async function choose(file: File) {
    if (!file.type.startsWith("image/")) return refuseFile(PROFILE.notAnImage);
    const previewUrl = URL.createObjectURL(file);
    setPreview(previewUrl);
    try {
      const picture = await shrinkPicture(file);
      if (!picture) return refuseFile(PROFILE.tooLarge);
      await replace({ picture, former: address });
      toast({ title: PROFILE.uploaded });
    } catch (error) {
      const description = isWrongKind(error) && PROFILE.wrongKind;
      toast({ title: PROFILE.uploadFailed, ...(description && { description }), variant: "destructive" });
    } finally {
      setPreview(null);
      URL.revokeObjectURL(previewUrl);
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
          <p className="text-sm text-muted-foreground">Any picture will do. It is cut to a circle.</p>
        )}
      </div>
    </div>
  );
}

interface FileButtonProps {
  label: string;
  disabled: boolean;
  /** On phones: opens the front camera instead of the file picker. */
  camera?: boolean;
  onFile: (file: File) => Promise<void>;
}

function FileButton({ label, disabled, camera = false, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  function change({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    // Reset, so that the same file can be chosen again after a failure.
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
