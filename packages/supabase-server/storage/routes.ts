import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, RouteHandlerMethod } from "fastify";
import { z } from "zod";
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from "./buckets.ts";
import { withOrWithoutKey } from "./caller.ts";
import { copyObject, moveObject } from "./copy-object.ts";
import { downloadObject, downloadPublicObject, downloadSignedObject, objectInfo, publicObjectInfo } from "./download.ts";
import { parseInput, renderError, renderNotFound } from "./errors.ts";
import { listObjects } from "./list-objects.ts";
import { listObjectsV2 } from "./list-objects-v2.ts";
import { removeObject, removeObjects } from "./remove-objects.ts";
import { createSignedUploadUrl, createSignedUrl, createSignedUrls } from "./signed-url.ts";
import type { Storage } from "./storage.ts";
import { MULTIPART_LIMITS } from "./upload-body.ts";
import { updateObject, uploadObject, uploadToSignedUrl } from "./upload.ts";

/** A stored file must not run scripts on this origin, be MIME-sniffed, or leak its URL by referrer (docs/security.md#the-model). */
export const OBJECT_HEADERS = {
  "content-security-policy": "sandbox; default-src 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "none",
};

// `versionId` is refused, not ignored: it would serve the wrong version.
const currentVersion = z.object({ versionId: z.never({ error: "versions are not supported" }).optional() });

async function refuseOlderVersion(request: FastifyRequest): Promise<void> {
  parseInput(currentVersion, request.query);
}

export function getAndHead(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  app.route({ method: ["GET", "HEAD"], url, preHandler: refuseOlderVersion, handler, exposeHeadRoute: false });
}

/** The storage API (docs/dialect.md#storage), to be mounted at /storage/v1. Buckets, their limits and policies are rows in the database. */
export function storageRoutes(storage: Storage): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler(renderError);
    app.setNotFoundHandler(renderNotFound);
    app.addHook("onRequest", async (_request, reply) => void reply.headers(OBJECT_HEADERS));

    // Uploads get the body as a stream, whatever its content type.
    await app.register(async (uploads) => {
      uploads.removeAllContentTypeParsers();
      uploads.addContentTypeParser("*", (_request, _payload, done) => done(null));
      await uploads.register(multipart, { limits: MULTIPART_LIMITS, throwFileSizeLimit: false });

      // With the caller's rights: row level security decides.
      uploads.post("/object/:bucket/*", uploadObject(storage));
      uploads.put("/object/:bucket/*", updateObject(storage));
      // With the rights of the signer.
      uploads.put("/object/upload/sign/:bucket/*", uploadToSignedUrl(storage));
    });

    // With the caller's rights: row level security decides.
    getAndHead(app, "/object/:bucket/*", withOrWithoutKey(downloadObject(storage), downloadPublicObject(storage)));
    getAndHead(app, "/object/authenticated/:bucket/*", downloadObject(storage));
    getAndHead(app, "/object/info/:bucket/*", withOrWithoutKey(objectInfo(storage), publicObjectInfo(storage)));
    getAndHead(app, "/object/info/authenticated/:bucket/*", objectInfo(storage));
    app.post("/object/list/:bucket", listObjects(storage));
    app.post("/object/list-v2/:bucket", listObjectsV2(storage));
    app.delete("/object/:bucket", removeObjects(storage));
    app.delete("/object/:bucket/*", removeObject(storage));
    app.post("/object/copy", copyObject(storage));
    app.post("/object/move", moveObject(storage));
    app.post("/object/sign/:bucket", createSignedUrls(storage));
    app.post("/object/sign/:bucket/*", createSignedUrl(storage));
    app.post("/object/upload/sign/:bucket/*", createSignedUploadUrl(storage));

    app.get("/bucket", listBuckets(storage));
    app.get("/bucket/:bucket", getBucket(storage));
    app.post("/bucket", createBucket(storage));
    app.put("/bucket/:bucket", updateBucket(storage));
    app.post("/bucket/:bucket/empty", emptyBucket(storage));
    app.delete("/bucket/:bucket", deleteBucket(storage));

    // Without a caller: for public buckets and signed URLs.
    getAndHead(app, "/object/public/:bucket/*", downloadPublicObject(storage));
    getAndHead(app, "/object/info/public/:bucket/*", publicObjectInfo(storage));
    getAndHead(app, "/object/sign/:bucket/*", downloadSignedObject(storage));
  };
}
