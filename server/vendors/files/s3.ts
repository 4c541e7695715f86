import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { measure, type ObjectStore, objectPath } from "./files.ts";

export interface S3Settings {
  bucket: string;
  region: string;
  /** Null: Amazon's address for the region. Other services get the bucket in the path, which all of them support. */
  endpoint: string | null;
  /** Null: the default credentials of the machine (its role, AWS_* in the environment, a profile). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

// Larger files are uploaded in parts, one at a time: S3 needs the length in advance, and a stream has none.
const PART_BYTES = 8 * 1024 * 1024;
const FOLDER = "objects";

/** A client for the service that the settings name. */
export function connectS3({ region, endpoint, credentials }: Omit<S3Settings, "bucket">): S3Client {
  return new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Several compatible services do not support the newer checksums; TLS protects the bytes in transit.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5000, socketTimeout: 30_000, httpsAgent: { maxSockets: 100 } },
  });
}

/**
 * Stores objects in a bucket of Amazon S3 or a compatible service, under the same names as on disk, so an installation can be
 * moved by copying the folder `objects`. The bucket is private: only the server reads it.
 */
export function createS3Store(settings: S3Settings): ObjectStore {
  const { bucket } = settings;
  const client = connectS3(settings);
  const place = (key: string) => ({ Bucket: bucket, Key: `${FOLDER}/${objectPath(key)}` });

  return {
    engine: `S3 bucket ${bucket}`,

    async put(key, body) {
      const { bytes, stored } = measure(body);
      const Body = Readable.from(bytes, { objectMode: false });
      await new Upload({ client, params: { ...place(key), Body }, partSize: PART_BYTES, queueSize: 1 }).done();
      // A proxy or a network's own page may have answered 200 in the bucket's place.
      const object = stored();
      const { ContentLength } = await client.send(new HeadObjectCommand(place(key)));
      if (ContentLength !== object.size)
        throw new Error(`the bucket has ${ContentLength ?? "no"} bytes in place of ${object.size} that it said it stored`);
      return object;
    },

    async get(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const answer = await client.send(new GetObjectCommand({ ...place(key), Range })).catch((error: unknown) => {
        if (error instanceof NoSuchKey) return null;
        throw error;
      });
      // In Node the body is a node:stream stream.
      return answer && (answer.Body as Readable);
    },

    async delete(keys) {
      await Promise.all(keys.map((key) => client.send(new DeleteObjectCommand(place(key)))));
    },

    async check() {
      const proof = { Bucket: bucket, Key: "writable" };
      // The health check runs often, so it writes only if the object is missing. It uses an object because the key may lack
      // permission for requests about the bucket itself.
      const answer = await client.send(new GetObjectCommand(proof)).catch(() => null);
      if (answer) (answer.Body as Readable).destroy();
      else await client.send(new PutObjectCommand({ ...proof, Body: "yes" }));
    },
  };
}
