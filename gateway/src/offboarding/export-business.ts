import type { Readable } from "node:stream";
import { Refusal } from "@tenant-ops/kit/errors";
import { archiveType, createDownloadHeaders } from "@tenant-ops/kit/http";
import type { FastifyReply } from "fastify";
import { requireBusiness } from "../accounts/key-actions.js";
import { findSandboxOf } from "../auth/sandboxes.store.js";
import { openAlone } from "../privacy/run-alone.js";
import { openArchive } from "./export-archive.js";
import type { OffboardingOptions } from "./offboarding.types.js";

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
