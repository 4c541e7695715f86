import { useMutation } from "@tanstack/react-query";
import { ACCOUNT } from "../../../shared/messages/account.ts";
import { FunctionRefusal } from "../../lib/call-endpoint.ts";
import { saveFile } from "../../lib/save-file.ts";
import { ReauthenticationCancelledError, type WithReauthentication } from "../../lib/with-reauthentication.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { downloadMyData } from "./download-my-data.ts";

/** Downloads everything that is stored about the user as one file. */
export function DownloadData({ withReauthentication }: { withReauthentication: WithReauthentication }) {
  const download = useMutation({
    mutationFn: () => withReauthentication(downloadMyData),
    onSuccess: ({ content, fileName }) => {
      saveFile(content, fileName);
      toast({ title: ACCOUNT.downloaded });
    },
    onError: (error) => {
      if (error instanceof ReauthenticationCancelledError) return;
      toast({ title: error instanceof FunctionRefusal ? error.message : ACCOUNT.downloadFailed, variant: "destructive" });
    },
  });
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-measure">
        One file with your profile, your sermons, their recordings and pictures, and your payments. With many sermons it takes a
        while.
      </p>
      <Button variant="outline" disabled={download.isPending} aria-busy={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? "Collecting your data..." : "Download my data"}
      </Button>
    </div>
  );
}
