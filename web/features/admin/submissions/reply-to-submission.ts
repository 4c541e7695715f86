import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ContactSubmission } from "../../../../shared/contact.ts";
import * as endpoints from "../../../../shared/endpoints/contact.ts";
import { ADMIN } from "../../../../shared/messages/contact.ts";
import { callEndpoint, FunctionRefusal } from "../../../lib/call-endpoint.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { toast } from "../../../ui/toast.tsx";
import { allSubmissions } from "./submission-list.ts";

interface Reply {
  subject: string;
  message: string;
}

async function sendReply(submission: ContactSubmission, { subject, message }: Reply): Promise<ContactSubmission> {
  const { id, name, email } = submission;
  const data = { submission_id: id, to_email: email, to_name: name, subject, message };
  const { entry } = await callEndpoint(endpoints.handleEmail, { action: "reply_to_submission", data });
  if (!entry) throw new Error("the reply was answered without its entry");
  const changed = {
    status: "responded" as const,
    responded_at: entry.sent_at,
    email_history: [...submission.email_history, entry],
  };
  // The server has stored the same already (docs/product.md#replies), so a failure of this update loses nothing.
  await (await getSupabase()).from("contact_submissions").update(changed).eq("id", id);
  return { ...submission, ...changed };
}

/** Answers a message by mail. Resolves to the message with its new history. */
export function useReply(submission: ContactSubmission) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reply: Reply) => sendReply(submission, reply),
    onSuccess: () => {
      toast({ title: ADMIN.replySentTitle, description: ADMIN.replySent(submission.email) });
      // Returned, so that the dialog closes after the list is refetched.
      return client.invalidateQueries(allSubmissions);
    },
    onError: (error) => {
      // Refusals (4xx) have a message for people; server errors do not.
      const description = error instanceof FunctionRefusal && error.status < 500 ? error.message : undefined;
      toast({ title: ADMIN.replyFailed, description, variant: "destructive" });
    },
  });
}
