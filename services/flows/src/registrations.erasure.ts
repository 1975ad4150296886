import type { Database, ErasureContext, PersonIdentifier, Scope, StoredRecord } from "@tenant-ops/kit/data";
import { deleteFile } from "@tenant-ops/kit/data";
import { getFileName } from "./documents.rules.js";
import { toVisitorId } from "./passes.rules.js";
import type { Registration } from "./registrations.types.js";
import { identifyByProof } from "./sign-in/sign-ins.rules.js";
import { createVisitorSecretCache } from "./visitor-secrets.js";

type StoredRegistration = StoredRecord & Partial<Registration>;

/** Deletes the files of the visitor. A registration that waited for something ends: nothing more may be asked about this visitor. */
export async function eraseRegistration(
  { scope }: ErasureContext,
  { state, documents = [] }: StoredRegistration,
): Promise<Partial<Registration> & { waitsFor?: undefined }> {
  for (const { file } of documents) if (file) await deleteFile(scope, file);
  return state === "pending" ? { state: "expired", waitsFor: undefined } : {};
}

export function listRegistrationFiles({ documents = [] }: StoredRegistration) {
  return documents.flatMap(({ field, file }) =>
    file ? [{ fileId: file.fileId, bytes: file.bytes, name: getFileName(field, file) }] : [],
  );
}

/**
 * The ids under which roulettes and courses know the visitor: every one that a pass for this registration can have named. And the e-mail
 * addresses that were entered.
 */
export async function findVisitorIds(
  db: Database,
  { businessId }: Scope,
  { _id, answers = {}, proof }: StoredRegistration,
): Promise<PersonIdentifier[]> {
  const secret = await createVisitorSecretCache(db)();
  const ofAnswers = Object.values(answers).flatMap((text) => [
    ...(text.includes("@") ? [`email:${text.normalize("NFKC").toLowerCase()}`] : []),
    ...(/\d{5}/.test(text.replaceAll(/\D/g, "")) ? [`phone:${text.replaceAll(/\D/g, "")}`] : []),
  ]);
  const identities = [...ofAnswers, `registration:${_id}`, ...(proof ? [identifyByProof(proof)] : [])];
  const visitorIds = identities.map((identity) => toVisitorId(secret, businessId, identity));
  const emails = Object.values(answers).filter((text) => /^\s*[^\s@]+@[^\s@]+\s*$/.test(text));
  return [
    ...visitorIds.map((value) => ({ kind: "userId" as const, value })),
    ...emails.map((value) => ({ kind: "email" as const, value: value.trim() })),
  ];
}
