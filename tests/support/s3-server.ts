import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface S3Server {
  url: string;
  bucket: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** The objects in the bucket, by name. */
  objects: Map<string, Buffer>;
  /** Names of objects whose multipart upload was neither completed nor aborted. */
  unfinished(): string[];
  /** Answers the next `times` requests with 503. */
  fail(times: number): void;
  /** Answers everything with 200 and a page of its own, as a network that wants its terms accepted. */
  answerAsPortal(): void;
  /** Method and name of every request, in order. */
  requests: string[];
  close(): Promise<void>;
}

const REGION = "eu-test-1";
const sha256 = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** Signature Version 4 of a request, as its receiver computes it (Amazon S3 API Reference, "Authenticating Requests"). */
function isSigned(request: IncomingMessage, body: Buffer, credentials: S3Server["credentials"]): boolean {
  const [, id, date, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/eu-test-1\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      request.headers.authorization ?? "",
    ) ?? [];
  const digest = String(request.headers["x-amz-content-sha256"]);
  if (id !== credentials.accessKeyId || !date || !names || (digest !== "UNSIGNED-PAYLOAD" && digest !== sha256(body)))
    return false;
  const url = new URL(request.url ?? "", "http://s3");
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join("=")).toSorted();
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query.join("&"), headers.join(""), names, digest].join("\n");
  const scope = `${date}/${REGION}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = [date, REGION, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  return hmac(key, text).toString("hex") === signature;
}

/** One bucket in memory, on loopback, with the part of S3's protocol that the object store uses. */
export async function startS3Server(): Promise<S3Server> {
  const bucket = "lampstand-test";
  const credentials = { accessKeyId: "test-id", secretAccessKey: "test-secret" };
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, { name: string; parts: Map<number, Buffer> }>();
  const requests: string[] = [];
  let failures = 0;
  let isPortal = false;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const url = new URL(request.url ?? "", "http://s3");
    const name = decodeURIComponent(url.pathname.slice(bucket.length + 2));
    const upload = uploads.get(url.searchParams.get("uploadId") ?? "");
    requests.push(`${request.method} ${name}`);
    const refuse = (status: number, code: string): void => {
      response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code></Error>`);
    };
    const xml = (text: string): void => {
      response.writeHead(200, { "content-type": "application/xml" }).end(text);
    };
    if (isPortal) return void response.writeHead(200, { etag: '"page"' }).end("<html>Please accept our terms.</html>");
    if (failures-- > 0) return refuse(503, "SlowDown");
    if (!isSigned(request, body, credentials)) return refuse(403, "SignatureDoesNotMatch");
    if (!url.pathname.startsWith(`/${bucket}/`)) return refuse(404, "NoSuchBucket");
    if (url.searchParams.has("uploadId") && !upload) return refuse(404, "NoSuchUpload");

    /** ListObjectsV2, two names at a time. */
    const listing = (query: URLSearchParams): string => {
      const after = query.get("continuation-token") ?? "";
      const all = [...objects]
        .filter(([key]) => key.startsWith(query.get("prefix") ?? "") && key > after)
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
      const page = all.slice(0, 2);
      const next = all.length > 2 ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : "";
      const contents = page.map(([key, bytes]) => `<Contents><Key>${key}</Key><Size>${bytes.length}</Size></Contents>`).join("");
      return `<ListBucketResult><IsTruncated>${all.length > 2}</IsTruncated>${next}${contents}</ListBucketResult>`;
    };

    switch (request.method) {
      case "POST": {
        if (upload) {
          uploads.delete(url.searchParams.get("uploadId") ?? "");
          const parts = [...upload.parts].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes);
          objects.set(upload.name, Buffer.concat(parts));
          return xml("<CompleteMultipartUploadResult/>");
        }
        const id = randomUUID();
        uploads.set(id, { name, parts: new Map() });
        return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
      }
      case "PUT": {
        if (upload) upload.parts.set(Number(url.searchParams.get("partNumber")), body);
        else objects.set(name, body);
        response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
        return;
      }
      case "GET": {
        if (url.searchParams.get("list-type") === "2") return xml(listing(url.searchParams));
        const bytes = objects.get(name);
        if (!bytes) return refuse(404, "NoSuchKey");
        const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
        if (start === undefined) response.writeHead(200, { "content-length": bytes.length }).end(bytes);
        else response.writeHead(206).end(bytes.subarray(Number(start), Number(end) + 1));
        return;
      }
      case "HEAD": {
        response.writeHead(objects.has(name) ? 200 : 404, { "content-length": objects.get(name)?.length ?? 0 }).end();
        return;
      }
      case "DELETE": {
        if (upload) uploads.delete(url.searchParams.get("uploadId") ?? "");
        else objects.delete(name);
        response.writeHead(204).end();
        return;
      }
      default:
        return refuse(405, "MethodNotAllowed");
    }
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    credentials,
    objects,
    unfinished: () => [...uploads.values()].map(({ name }) => name),
    fail: (times) => {
      failures = times;
    },
    answerAsPortal: () => {
      isPortal = true;
    },
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
