import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ContactSubmission } from "../../../../shared/contact.ts";
import { ADMIN } from "../../../../shared/messages/contact.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { toast } from "../../../ui/toast.tsx";
import { allSubmissions } from "./submission-list.ts";

interface Change {
  id: string;
  status: ContactSubmission["status"];
  notes: string;
}

/** Saves a message's status and notes. */
export function useUpdateSubmission() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, status, notes }: Change) => {
      const { error } = await (
        await getSupabase()
      ).rpc("update_submission_status", { _submission_id: id, _status: status, _admin_notes: notes });
      if (error) throw error;
    },
    onSuccess: () => {
      toast({ title: ADMIN.updated });
      // Returned, so that the dialog closes after the list is refetched.
      return client.invalidateQueries(allSubmissions);
    },
    onError: () => toast({ title: ADMIN.updateFailed, variant: "destructive" }),
  });
}
