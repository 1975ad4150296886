import { PassThrough, type Readable } from "node:stream";
import { Refusal } from "@tenant-ops/kit/errors";
import { archiveType, createDownloadHeaders } from "@tenant-ops/kit/http";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FastifyReply } from "fastify";
import { ZipFile } from "yazl";
import { requireBusiness } from "../businesses/require-business.js";
import { findSandboxOf } from "../sandboxes/sandboxes.store.js";
import { createDataCall, readParts } from "../requests/data-calls.js";
import { openAlone } from "../requests/run-alone.js";
import { type ArchivedFile, ArchiveWriter } from "./archive-writer.js";
import type { DataHolder } from "./business-data.js";
import type { OffboardingOptions } from "./create-offboarding.js";

export interface ArchivedBusiness {
  businessId: string;
  sandboxId: string | null;
  /** The business is closed, so its data does not change during the export. */
  isClosed: boolean;
}

export interface ArchiveOptions {
  /** From the memory of this process. */
  isDeleting: () => boolean;
  /** Reads from the database whether the business is still closed. */
  readIsClosed: () => Promise<boolean>;
  logger: Logger;
}

const checkEveryMs = 1000;

/**
 * All data of a business as a ZIP archive. It is written while it is read, so one answer of a service at most is in memory. The manifest is the
 * last file, so an incomplete archive has none. When the deletion of the business begins, the export would be incomplete: the download is aborted.
 */
export function openArchive(
  holders: readonly DataHolder[],
  business: ArchivedBusiness,
  options: ArchiveOptions,
): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const closed = new AbortController();
  // A timer, so that it is noticed also while the caller does not read: the lease of the export must not be renewed after the deletion has begun.
  const timer = setInterval(() => {
    if (options.isDeleting()) fail(new DeletionBegun());
  }, checkEveryMs).unref();
  output.once("close", () => {
    clearInterval(timer);
    closed.abort();
  });
  const fail = (error: unknown) => {
    // The connection is closed before the end of the download, so the caller sees that it is incomplete.
    if (!closed.signal.aborted) options.logger.warn({ err: error }, "export of a business failed");
    output.destroy(error instanceof Error ? error : new Error("the export failed"));
  };
  zip.outputStream.on("error", fail).pipe(output);
  writeArchive(zip, holders, business, { ...options, signal: closed.signal }).catch(fail);
  return output;
}

class DeletionBegun extends Error {
  override message = "the deletion of the business began while it was exported";
}

async function writeArchive(
  zip: ZipFile,
  holders: readonly DataHolder[],
  business: ArchivedBusiness,
  { signal, isDeleting, readIsClosed }: ArchiveOptions & { signal: AbortSignal },
): Promise<void> {
  const { businessId, sandboxId } = business;
  const createdAt = new Date();
  const files: ArchivedFile[] = [];
  const sources = [
    { id: businessId, folder: "" },
    ...(sandboxId === null ? [] : [{ id: sandboxId, folder: "sandbox/" }]),
  ];
  for (const { id, folder } of sources) {
    for (const { service, data } of holders) {
      const writer = new ArchiveWriter(zip, `${folder}${service}/`, createdAt, signal);
      for await (const part of readParts((position) => data.export(createDataCall(id, "export"), position))) {
        if (part.name !== "") await writer.write(part);
        signal.throwIfAborted();
      }
      files.push(...(await writer.end()));
    }
  }
  const isClosed = (await readIsClosed()) && business.isClosed;
  // The state is set in every process before anything is deleted, first in this one: if it is not set, the data that was read is complete.
  if (isDeleting()) throw new DeletionBegun();
  const manifest = { ...business, isClosed, createdAt: createdAt.toISOString(), withoutSecrets: true, files };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), "manifest.json", { mtime: createdAt });
  zip.end();
}

/** The archive as a download. @throws Refusal business_not_found, offboarding_begun, rate_limited */
export async function sendBusiness(
  { db, holders, logger }: OffboardingOptions,
  businessId: string,
  reply: FastifyReply,
): Promise<Readable> {
  const { closedBusinesses } = db;
  const isDeleting = () => closedBusinesses.isDeleting(businessId);
  const readIsClosed = async () => {
    await closedBusinesses.refresh();
    return closedBusinesses.has(businessId);
  };
  if (isDeleting())
    throw new Refusal("offboarding_begun", "The deletion of this business has begun. It cannot be exported any more.");
  await requireBusiness(db, businessId);
  const sandboxId = (await findSandboxOf(db, businessId))?._id ?? null;
  const isClosed = await readIsClosed();
  void reply.headers(createDownloadHeaders(`${businessId}.zip`, { contentType: archiveType }));
  const business = { businessId, sandboxId, isClosed };
  return openAlone(db, businessId, () => openArchive(holders, business, { isDeleting, readIsClosed, logger }));
}
