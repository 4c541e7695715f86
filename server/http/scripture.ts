import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import type { Chapter } from "../../shared/scripture.ts";
import { TRANSLATIONS, type Translation } from "../../shared/sermon.ts";
import { sendKept } from "./send-kept.ts";

export interface ScriptureOptions {
  readChapter: (translation: Translation, book: string, chapter: number) => Chapter | null;
}

const params = z.object({
  translation: z.enum(TRANSLATIONS),
  book: z.string().regex(/^[1-3]?[A-Z][a-z]+$|^[1-3][A-Z][a-z]+$/),
  chapter: z
    .string()
    .regex(/^\d{1,3}\.json$/)
    .transform((file) => Number.parseInt(file, 10)),
});

/** 30 days: the text changes only with the package it comes from. */
const CACHE = "public, max-age=2592000";

/** GET /scripture/{WEB|KJV}/{OSIS book}/{chapter}.json: a chapter to read around a quotation. 404 `passage_not_found` if there is none. */
export function scriptureRoutes({ readChapter }: ScriptureOptions): FastifyPluginAsync {
  return async (app) => {
    app.get("/scripture/:translation/:book/:chapter", async (request, reply) => {
      const asked = params.safeParse(request.params);
      const found = asked.success ? readChapter(asked.data.translation, asked.data.book, asked.data.chapter) : null;
      if (!found) return reply.status(404).send({ code: "passage_not_found", message: "There is no such chapter." });
      reply.header("cache-control", CACHE).type("application/json; charset=utf-8");
      return sendKept(request, reply, JSON.stringify(found));
    });
  };
}
