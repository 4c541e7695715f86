import { BOOK_MAX_SERMONS, exportBook } from "../../../../shared/endpoints/exports.ts";
import { fetchFile } from "../../../lib/fetch-file.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { toast } from "../../../ui/toast.tsx";
import { fileName } from "../reader/download.ts";

/** Saves sermons as an e-book, or as several where they are more than one has room for. */
export async function saveBooks(findIds: () => Promise<readonly string[]>, title: string): Promise<void> {
  try {
    const ids = await findIds();
    const books = Math.ceil(ids.length / BOOK_MAX_SERMONS);
    for (let n = 0; n < books; n++) {
      const sermonIds = ids.slice(n * BOOK_MAX_SERMONS, (n + 1) * BOOK_MAX_SERMONS);
      const name = books === 1 ? title : `${title} ${n + 1}`;
      const book = await fetchFile(exportBook, { sermonIds, title: name });
      saveFile(await book.blob(), fileName(name, "epub"));
    }
    toast({ title: books === 1 ? "Saved to your downloads" : `Saved to your downloads as ${books} e-books` });
  } catch {
    toast({
      title: "The e-book could not be made",
      description: "Nothing is lost. Please try again in a moment.",
      variant: "destructive",
    });
  }
}
