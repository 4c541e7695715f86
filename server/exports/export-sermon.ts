import { exportSermon as endpoint } from "../../shared/endpoints/exports.ts";
import { errors } from "../endpoints/errors.ts";
import { implement, Streamed } from "../endpoints/implement.ts";
import { findSermons } from "./find-sermons.ts";
import { render } from "./render.ts";

const TYPES = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
} as const;

/** POST export-sermon: a sermon of the caller's as a PDF or Word file. */
export const exportSermon = implement(endpoint, async ({ context, caller, body, reply }) => {
  const { sermonId, format, paper, largePrint } = body;
  const [sermon] = await findSermons(context, caller, [sermonId]);
  if (!sermon) throw errors.busy(1);
  const { document, picture } = sermon;
  const file = await render({ format, document, layout: { paper, largePrint, picture } });
  if (!file) throw errors.busy(5);
  reply.header("content-type", TYPES[format]).header("content-disposition", `attachment; filename="sermon.${format}"`);
  return new Streamed(reply.send(Buffer.from(file)));
});
