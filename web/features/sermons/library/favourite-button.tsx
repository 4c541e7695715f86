import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { getSupabase } from "../../../lib/supabase.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { changeListed } from "../sermon-list.ts";
import type { ListedSermon } from "../sermon.ts";

/** Marks a sermon as a favourite, and takes the mark back. Shown at once, before the answer. */
export function FavouriteButton({ sermon, userId }: { sermon: ListedSermon; userId: string }) {
  const client = useQueryClient();
  const { id, title, is_favourite } = sermon;
  const show = (value: boolean) =>
    changeListed(client, userId, (listed) => (listed.id === id ? { ...listed, is_favourite: value } : listed));
  const { mutate } = useMutation({
    mutationFn: async (value: boolean) => {
      const { error } = await (await getSupabase()).from("sermons").update({ is_favourite: value }).eq("id", id);
      if (error) throw error;
    },
    onMutate: show,
    onError: (_error, value) => {
      show(!value);
      toast({ title: "This could not be saved", description: "Please try again.", variant: "destructive" });
    },
  });
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Favourite: ${title}`}
      aria-pressed={is_favourite}
      className="text-muted-foreground aria-pressed:text-foreground"
      onClick={() => mutate(!is_favourite)}
    >
      <Star className={is_favourite ? "fill-lamp text-lamp" : undefined} aria-hidden />
    </Button>
  );
}
