import * as z from "zod";
import { secret, wholeNumber } from "../config/config.js";
import { type ArchiveStore, createFolderStore } from "./folder-store.js";
import { createS3Store } from "./s3-store.js";

/** Settings of services with history for which a business can choose a retention. */
export const retentionSettings = {
  RETENTION_EVERY_MS: wholeNumber(
    900_000,
    "Milliseconds between two searches for history that is older than the rules of the businesses allow",
  ),
  ARCHIVE_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Folder for archives of history; the same for all replicas. Without it and ARCHIVE_S3_BUCKET none can be made",
    ),
  ARCHIVE_S3_BUCKET: z.string().min(1).optional().describe("Bucket for archives of history, instead of ARCHIVE_DIR"),
  ARCHIVE_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Address of the S3-compatible store with this bucket; that of Amazon when not given"),
  ARCHIVE_S3_REGION: z.string().min(1).default("us-east-1").describe("Region of the bucket"),
  ARCHIVE_S3_ACCESS_KEY_ID: secret("Id of the key that may read, write, list and delete in the bucket").optional(),
  ARCHIVE_S3_SECRET_ACCESS_KEY: secret("The key itself").optional(),
};

type ArchiveSettings = z.infer<z.ZodObject<typeof retentionSettings>>;

/**
 * Opens the archive store of the settings; undefined when none is set.
 * @throws Error when both a folder and a bucket are set, or a bucket without its key
 */
export async function openArchiveStore(settings: Partial<ArchiveSettings>): Promise<ArchiveStore | undefined> {
  const { ARCHIVE_DIR: folder, ARCHIVE_S3_BUCKET: bucket } = settings;
  if (folder !== undefined && bucket !== undefined) throw new Error("set ARCHIVE_DIR or ARCHIVE_S3_BUCKET, not both");
  if (folder !== undefined) return createFolderStore(folder);
  if (bucket === undefined) return undefined;
  const { ARCHIVE_S3_ACCESS_KEY_ID: accessKeyId, ARCHIVE_S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (!accessKeyId || !secretAccessKey)
    throw new Error("ARCHIVE_S3_BUCKET needs ARCHIVE_S3_ACCESS_KEY_ID and ARCHIVE_S3_SECRET_ACCESS_KEY");
  const { ARCHIVE_S3_ENDPOINT: endpoint, ARCHIVE_S3_REGION: region = "us-east-1" } = settings;
  return createS3Store({ endpoint, region, bucket, accessKeyId, secretAccessKey });
}
