import sharp from "sharp";
import { z } from "zod";
import { queryAsUser, type Claims } from "@lampstand/database";
import { exportSermon as endpoint } from "../../shared/endpoints/exports.ts";
import { readDocument } from "../../shared/sermon-document.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { errors, FunctionError } from "../endpoints/errors.ts";
import { implement, Streamed } from "../endpoints/implement.ts";
import type { DocumentPicture } from "./layout.ts";
import { render } from "./render.ts";

const TYPES = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
} as const;

/** Pixels: 150 to the inch on the widest paper, in the proportions of a strip above the title. */
const PICTURE = { width: 1050, height: 420 };

const sermonRow = z.object({
  content: z.string(),
  image_url: z.string().nullable(),
  created_at: z.date(),
  alt: z.string().nullable(),
});

async function findSermon(context: FunctionContext, caller: Claims, id: string): Promise<z.infer<typeof sermonRow> | null> {
  const { rows } = await queryAsUser(
    context.db,
    { claims: caller },
    {
      text: `select s.content, s.image_url, s.created_at, step.output ->> 'alt' as alt
        from public.sermons s
        left join public.generation_steps step on step.generation_id = s.id and step.kind = 'image'
        where s.id = $1 and s.deleted_at is null`,
      values: [id],
    },
    { readOnly: true },
  );
  return rows[0] ? sermonRow.parse(rows[0]) : null;
}

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

/** POST export-sermon: a sermon of the caller's as a PDF or Word file. The words in which it was asked for are not part of it. */
export const exportSermon = implement(endpoint, async ({ context, caller, body, reply }) => {
  const { sermonId, format, paper, largePrint } = body;
  const sermon = await findSermon(context, caller, sermonId);
  if (!sermon) throw new FunctionError(404, "sermon_not_found", "There is no such sermon among yours.");
  const document = readDocument(sermon.content, { date: sermon.created_at.toISOString() });
  const picture = await findPicture(context, sermon.image_url, sermon.alt);
  const file = await render({ format, document, layout: { paper, largePrint, picture } });
  if (!file) throw errors.busy(5);
  reply.header("content-type", TYPES[format]).header("content-disposition", `attachment; filename="sermon.${format}"`);
  return new Streamed(reply.send(Buffer.from(file)));
});
