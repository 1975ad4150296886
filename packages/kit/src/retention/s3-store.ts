import { type ArchiveStore, listedMax } from "./folder-store.js";

export interface S3Options {
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const connectionTimeout = 5000;
/** A file has a few hundred kilobytes. */
const requestTimeout = 30_000;

/** Archives in a bucket. The client is loaded only by a process that has the setting: it takes 20 MB of memory. */
export async function createS3Store(options: S3Options): Promise<ArchiveStore> {
  const { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } =
    await import("@aws-sdk/client-s3");
  const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey } = options;
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    // Stores other than that of Amazon often have one host name for all buckets.
    forcePathStyle: endpoint !== undefined,
    // Checksums are not needed: stored content is read back and compared. Several stores refuse the checksums that the client adds by default.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true },
  });
  return {
    location: toLocation(options),
    async put(Key, Body) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: Body.length }));
    },
    async get(Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      if (!Body) throw new Error(`the store returned ${Key} without content`);
      return Buffer.from(await Body.transformToByteArray());
    },
    async list(Prefix) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: listedMax }));
      return Contents.flatMap(({ Key }) => Key ?? []);
    },
    async delete(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    deleteEmptyFolder: () => Promise.resolve(),
  };
}

/** With the address of a store that is not Amazon's: another one can have a bucket of the same name. */
function toLocation({ endpoint, bucket }: Pick<S3Options, "endpoint" | "bucket">): string {
  if (endpoint === undefined) return `s3://${bucket}`;
  const { origin, pathname } = new URL(endpoint);
  return `${origin}${pathname.replace(/\/$/, "")}/${bucket}`;
}
