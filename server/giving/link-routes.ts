import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { retryAfterOf } from "@lampstand/database";
import { z } from "zod";
import { LINK_LIMITS, REPORT_REASONS } from "../../shared/sermon-link.ts";
import { postgresText } from "../../shared/postgres-text.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { rememberFitTexts } from "./fit-to-show.ts";
import { givenSermonPage, goneHtml, reportedHtml, reportPage, titleOf } from "./given-sermon.ts";
import { countPlay, openLinkOf, type OpenLink } from "./open-link.privileged.ts";
import { CONTENT_SECURITY_POLICY } from "./page-html.ts";
import { isBeginning, playFilter } from "./play-filter.ts";
import { previewCards } from "./preview-card.ts";
import { storeReport } from "./reports.privileged.ts";

type StoredFile = { bucket: string; name: string; cacheControl: string };

export interface LinkRoutesOptions {
  context: Pick<FunctionContext, "db" | "linkTokens" | "publicUrl" | "supabase" | "secondsOverLimits" | "stopping" | "log">;
  /** Address of the web app's stylesheet; null: the pages go without. */
  stylesheet: string | null;
  /** Answers with a stored file (`SupabaseServer`). */
  sendFile: (request: FastifyRequest, reply: FastifyReply, file: StoredFile) => Promise<boolean>;
  /** Answers with bytes that may be kept, or says that the caller has them (server/http/send-kept.ts). */
  sendKept: (request: FastifyRequest, reply: FastifyReply, body: Buffer) => FastifyReply;
  /** Who counts as one visitor. */
  networkOf: (request: FastifyRequest) => string | null;
}

const ADDRESS = "/s/:token";
/** Asked for again each time, so that a link that is taken back opens nothing from that moment on. */
const REVALIDATED = "private, no-cache";

const params = z.object({ token: z.string() });
const reportForm = z.object({
  reason: z.enum(REPORT_REASONS),
  message: z
    .string()
    .trim()
    .max(LINK_LIMITS.report)
    .refine((text) => z.safeParse(postgresText, text).success)
    .default(""),
});

function statusOf(error: unknown): number {
  if (error instanceof FunctionError) return error.status;
  return error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
}

/** The pages of links that give a sermon away, their files, and reports (docs/product.md#giving-a-sermon-away). */
export function linkRoutes({ context, stylesheet, sendFile, sendKept, networkOf }: LinkRoutesOptions): FastifyPluginAsync {
  const { db, linkTokens, publicUrl, supabase, secondsOverLimits, stopping, log } = context;
  const isFit = rememberFitTexts();
  const isCounted = playFilter();
  const cardOf = previewCards();
  const gone = goneHtml(stylesheet);

  const sendPage = (reply: FastifyReply, html: string, status = 200): FastifyReply =>
    reply
      .code(status)
      .headers({ "content-security-policy": CONTENT_SECURITY_POLICY, "cache-control": "no-store" })
      .type("text/html; charset=utf-8")
      .send(html);

  /** One answer for every link that opens nothing, so that it does not tell whether there was one. */
  const sendGone = (reply: FastifyReply): FastifyReply => sendPage(reply, gone, 404);

  async function find(request: FastifyRequest): Promise<OpenLink | null> {
    const link = await openLinkOf(db, linkTokens.idOf(params.parse(request.params).token));
    if (!link || !isFit(link.content)) return null;
    return link;
  }

  const pathOf = (link: OpenLink): string => `/s/${linkTokens.tokenOf(link.id)}`;

  function get(
    app: FastifyInstance,
    url: string,
    answer: (link: OpenLink, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void {
    app.route({
      method: ["GET", "HEAD"],
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const link = await find(request);
        await (link ? answer(link, request, reply) : sendGone(reply));
        return reply;
      },
    });
  }

  async function sendStored(request: FastifyRequest, reply: FastifyReply, bucket: string, name: string | null): Promise<boolean> {
    const sent = name !== null && (await sendFile(request, reply, { bucket, name, cacheControl: REVALIDATED }));
    if (!sent) sendGone(reply);
    return sent;
  }

  async function readPicture(path: string | null): Promise<Uint8Array | null> {
    if (path === null) return null;
    const { data } = await supabase.storage.from("sermon-images").download(path);
    return data ? new Uint8Array(await data.arrayBuffer()) : null;
  }

  return async (app) => {
    app.addHook("onRequest", async (_request, reply) => {
      reply.headers({ "x-robots-tag": "noindex, nofollow, noarchive", "referrer-policy": "no-referrer" });
    });
    app.setErrorHandler((error, _request, reply) => {
      const retryAfter = retryAfterOf(error);
      const isBusy = retryAfter !== null;
      const status = isBusy ? 503 : statusOf(error);
      if (status >= 500 && !isBusy) log.error({ err: error }, "the page of a link failed");
      if (isBusy) reply.header("retry-after", retryAfter);
      const text = status === 429 || isBusy ? "Please wait a moment and try again." : "This could not be answered.";
      return reply.code(status).header("cache-control", "no-store").type("text/plain; charset=utf-8").send(text);
    });
    // A form that a browser sends without a script.
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 16_384 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    get(app, ADDRESS, async (link, _request, reply) =>
      sendPage(
        reply,
        givenSermonPage(
          {
            giverName: link.giver_name,
            dedication: link.dedication,
            // It may have been changed since the link was made.
            topic: link.topic && isFit(link.topic) ? link.topic : null,
            content: link.content,
            hasRecording: link.audio_url !== null,
            hasPicture: link.image_url !== null,
            pictureAlt: link.image_alt ?? "",
          },
          { path: pathOf(link), publicUrl, stylesheet },
        ),
      ),
    );
    const asked = new WeakMap<FastifyRequest, OpenLink>();
    get(app, `${ADDRESS}/sermon.mp3`, async (link, request, reply) => {
      asked.set(request, link);
      return sendStored(request, reply, "sermon-audio", link.audio_url);
    });
    // Before the first byte: an answer can last as long as it is listened to.
    app.addHook("onSend", async (request, reply) => {
      const link = asked.get(request);
      if (!link || request.method !== "GET" || reply.statusCode >= 300 || !isBeginning(request.headers.range)) return;
      if (!isCounted(link.id, networkOf(request))) return;
      await countPlay(db, link.id).catch((err: unknown) => log.warn({ err }, "a play was not counted"));
    });
    get(app, `${ADDRESS}/words.json`, async (link, request, reply) =>
      sendStored(request, reply, "sermon-audio", link.audio_url?.replace(/\.mp3$/, ".json") ?? null),
    );
    get(app, `${ADDRESS}/picture.webp`, async (link, request, reply) =>
      sendStored(request, reply, "sermon-images", link.image_url),
    );
    get(app, `${ADDRESS}/card.jpg`, async (link, request, reply) => {
      const title = titleOf(link.content);
      const card = await cardOf(`${link.id} ${link.image_url} ${title}`, title, () => readPicture(link.image_url), stopping);
      return sendKept(request, reply.header("cache-control", REVALIDATED).type("image/jpeg"), card);
    });

    get(app, `${ADDRESS}/report`, async (link, _request, reply) =>
      sendPage(reply, reportPage({ path: pathOf(link), stylesheet })),
    );
    app.post(`${ADDRESS}/report`, async (request, reply) => {
      const link = await find(request);
      if (!link) return sendGone(reply);
      const place = { path: pathOf(link), stylesheet };
      const report = reportForm.safeParse(request.body);
      if (!report.success) return sendPage(reply, reportPage(place, "Please choose a reason, and write no more than fits."), 400);
      const wait = await secondsOverLimits(["addressMessage", "projectMessage"], "report-sermon-link", request);
      if (wait > 0)
        return sendPage(reply.header("retry-after", wait), reportPage(place, "Please wait a moment, then send it again."), 429);
      await storeReport(db, link.id, report.data.reason, report.data.message || null);
      return sendPage(reply, reportedHtml(place));
    });
    app.get("/s/*", async (_request, reply) => sendGone(reply));
    app.get("/s", async (_request, reply) => sendGone(reply));
  };
}
