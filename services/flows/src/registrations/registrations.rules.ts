import { randomBytes } from "node:crypto";
import { conflict, notFound, Refusal } from "@tenant-ops/kit/errors";
import { readCookie, setCookie, toCookieName } from "@tenant-ops/kit/pages";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hashSecret } from "../test-runs/test-runs.rules.js";
import { bankMs, documentsMs, planNextStage, type StepEvent } from "./registration-steps.rules.js";
import type { Registration, RegistrationFile } from "./registrations.types.js";

// Only the browser that sent the form may open the page of the steps after it. Its cookie is the only proof, because the address has no secret.

const cookieName = "registration";

export const createSecret = (): string => randomBytes(32).toString("base64url");

/** Lets the browser open the page of a registration. The registration stores how long the cookie is valid. */
export function setAccessCookie(reply: FastifyReply, secret: string, page: { path: string; isSecure: boolean }): void {
  const { path, isSecure } = page;
  const maxAgeSeconds = (documentsMs + bankMs) / 1000;
  setCookie(reply, { name: toCookieName(cookieName, isSecure), value: secret, path, maxAgeSeconds, isSecure });
}

/** Whether a request comes from the browser that sent the form, in time. */
export function hasAccess(request: FastifyRequest, { access }: Registration, now: Date): boolean {
  const secret = readCookie(request, cookieName)?.value;
  // Hashes need no constant-time comparison: a caller cannot guess the secret behind a hash byte by byte.
  return (
    secret !== undefined &&
    access !== undefined &&
    access.expiresAt > now &&
    access.secretHashes.includes(hashSecret(secret))
  );
}

/** @throws Refusal registration_not_found */
export function requireRegistration(found: Registration | null, id: string, slug: string): Registration {
  if (!found) throw notFound("registration", id, { listWith: `GET /v1/public/flows/${slug}/registrations` });
  return found;
}

/** A registration whose flow required the bank. @throws Refusal registration_not_found */
export function requireBankValidation(
  found: Registration | null,
  id: string,
): Registration & Required<Pick<Registration, "bank">> {
  if (!found?.bank) throw notFound("registration", id);
  return { ...found, bank: found.bank };
}

/** A registration to which an event applies. @throws Refusal registration_not_pending */
export function requirePending(found: Registration | null | undefined, event: StepEvent): Registration {
  if (found && planNextStage(found, event)) return found;
  const state = found?.waitsFor ? `waits for ${found.waitsFor}` : `is ${found?.state ?? "deleted"}`;
  throw conflict("registration_not_pending", `The registration ${state}; nothing was changed.`);
}

export function isRefusedAsNotPending(error: unknown): boolean {
  return error instanceof Refusal && error.code === "registration_not_pending";
}

/** @throws Refusal registration_file_not_found */
export function requireFile(
  { documents = [], slug, _id }: Registration,
  fileId: string,
): { field: string; file: RegistrationFile } {
  for (const { field, file } of documents) if (file?.fileId === fileId) return { field, file };
  throw notFound("registration_file", fileId, { listWith: `GET /v1/public/flows/${slug}/registrations/${_id}` });
}
