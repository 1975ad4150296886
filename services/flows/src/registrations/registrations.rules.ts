import { conflict, notFound, Refusal } from "@tenant-ops/kit/errors";
import { planNextStage, type StepEvent } from "./registration-steps.rules.js";
import type { Registration, RegistrationFile } from "./registrations.types.js";

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
