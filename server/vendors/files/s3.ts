import { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { measure, type ObjectStore, objectPath } from "./object-store.ts";

export interface S3Settings {
  bucket: string;
  region: string;
  /** Null: Amazon's own for the region. Others are asked with the bucket in the path, which all of them understand. */
  endpoint: string | null;
  /** Null: what the machine has been given (its role, AWS_* in the environment, a profile). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

// Larger files go up in parts, one at a time: S3 wants a length before the bytes, and a stream has none.
const PART_BYTES = 8 * 1024 * 1024;
const FOLDER = "objects";

/**
 * Objects in one bucket of Amazon S3 or of a service that speaks its protocol, under the same names as on disk, so that copying the
 * folder `objects` moves an installation. The bucket is private: nobody but the server reads it.
 */
export function createS3Store({ bucket, region, endpoint, credentials }: S3Settings): ObjectStore {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Several compatible services don't know the newer checksums; the connection guards the bytes.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5000, socketTimeout: 30_000, httpsAgent: { maxSockets: 100 } },
  });
  const place = (key: string) => ({ Bucket: bucket, Key: `${FOLDER}/${objectPath(key)}` });

  return {
    engine: `S3 bucket ${bucket}`,

    async put(key, body) {
      const { bytes, stored } = measure(body);
      const Body = Readable.from(bytes, { objectMode: false });
      await new Upload({ client, params: { ...place(key), Body }, partSize: PART_BYTES, queueSize: 1 }).done();
      return stored();
    },

    async get(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const answer = await client.send(new GetObjectCommand({ ...place(key), Range })).catch((error: unknown) => {
        if (error instanceof NoSuchKey) return null;
        throw error;
      });
      // In Node the body is a stream of node:stream.
      return answer && (answer.Body as Readable);
    },

    async delete(keys) {
      await Promise.all(keys.map((key) => client.send(new DeleteObjectCommand(place(key)))));
    },

    async check() {
      const proof = { Bucket: bucket, Key: "writable" };
      // Asked for as often as somebody likes, so it only reads; of the bucket itself a key need not be allowed to ask.
      const answer = await client.send(new GetObjectCommand(proof)).catch(() => null);
      if (answer) (answer.Body as Readable).destroy();
      else await client.send(new PutObjectCommand({ ...proof, Body: "yes" }));
    },
  };
}
