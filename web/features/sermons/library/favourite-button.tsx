import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { getSupabase } from "../../../lib/supabase.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import type { ListedSermon } from "../sermon.ts";
import { changeListsAsStored } from "../sermon-list.ts";

/** Marks a sermon as a favourite, and takes the mark back. Shown at once, before the answer. */
export function FavouriteButton({ sermon, userId }: { sermon: ListedSermon; userId: string }) {
  const client = useQueryClient();
  const { id, title, is_favourite } = sermon;
  const { mutate, isPending, variables } = useMutation({
    // Stored in the order of the taps.
    scope: { id: `favourite ${id}` },
    mutationFn: async (value: boolean) => {
      const { error } = await (await getSupabase()).from("sermons").update({ is_favourite: value }).eq("id", id);
      if (error) throw error;
    },
    onSuccess: (_stored, value) =>
      changeListsAsStored(client, userId, (listed) => (listed.id === id ? { ...listed, is_favourite: value } : listed)),
    onError: () => toast({ title: "This could not be saved", description: "Please try again.", variant: "destructive" }),
  });
  // Until it is stored the tap is shown, whatever a list that is read meanwhile says.
  const isFavourite = isPending ? variables : is_favourite;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Favourite: ${title}`}
      aria-pressed={isFavourite}
      className="text-muted-foreground aria-pressed:text-foreground"
      onClick={() => mutate(!isFavourite)}
    >
      <Star className={isFavourite ? "fill-lamp text-lamp" : undefined} aria-hidden />
    </Button>
  );
}
