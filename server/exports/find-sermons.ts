import sharp from "sharp";
import { z } from "zod";
import { queryAsUser, type Claims } from "@lampstand/database";
import { readDocument, type SermonDocument } from "../../shared/sermon-document.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { FunctionError } from "../endpoints/errors.ts";
import type { DocumentPicture } from "./layout.ts";

/** Pixels: 150 to the inch on the widest paper, in the proportions of a strip above the title. */
const PICTURE = { width: 1050, height: 420 };

const sermonRow = z.object({
  content: z.string(),
  image_url: z.string().nullable(),
  created_at: z.date(),
  alt: z.string().nullable(),
});

/** The picture for print; null if there is none, or it can't be read: the words are what was asked for. */
async function findPicture(
  { supabase }: FunctionContext,
  path: string | null,
  alt: string | null,
): Promise<DocumentPicture | null> {
  if (path === null) return null;
  const { data } = await supabase.storage.from("sermon-images").download(path);
  if (!data) return null;
  const picture = sharp(Buffer.from(await data.arrayBuffer())).resize({ ...PICTURE, fit: "cover" });
  const jpeg = await picture.jpeg({ quality: 82 }).toBuffer();
  return { jpeg, ...PICTURE, alt: alt ?? "" };
}

export interface FoundSermon {
  document: SermonDocument;
  picture: DocumentPicture | null;
}

/**
 * Sermons of the caller's as documents, in the order of the ids. The words in which they were asked for are not part of them. Throws a
 * `FunctionError` 404 unless all of them are there.
 */
export async function findSermons(context: FunctionContext, caller: Claims, ids: readonly string[]): Promise<FoundSermon[]> {
  const { rows } = await queryAsUser(
    context.db,
    { claims: caller },
    {
      text: `select s.content, s.image_url, s.created_at, step.output ->> 'alt' as alt
        from unnest($1::uuid[]) with ordinality as asked (id, place)
        join public.sermons s on s.id = asked.id and s.deleted_at is null
        left join public.generation_steps step on step.generation_id = s.id and step.kind = 'image'
        order by asked.place`,
      values: [ids],
    },
    { readOnly: true },
  );
  const sermons = z.array(sermonRow).parse(rows);
  if (sermons.length !== ids.length) throw new FunctionError(404, "sermon_not_found", "There is no such sermon among yours.");
  const found: FoundSermon[] = [];
  for (const { content, image_url: image, created_at: at, alt } of sermons)
    found.push({
      document: readDocument(content, { date: at.toISOString() }),
      picture: await findPicture(context, image, alt),
    });
  return found;
}
