import type {
  Database,
  ErasureContext,
  PersonalData,
  PersonIdentifier,
  Scope,
  StoredRecord,
} from "@tenant-ops/kit/data";
import { deleteFile } from "@tenant-ops/kit/data";
import { isPhone } from "../questions/answers.rules.js";
import { hasFlows } from "../flows/flows.store.js";
import { getFileName } from "../documents/documents.rules.js";
import { identifyByName, toVisitorId } from "../passes/passes.rules.js";
import type { Registration, RegistrationFile } from "./registrations.types.js";
import { identifyByProof } from "../sign-in/sign-ins.rules.js";
import { getVisitorSecret } from "../visitor-secrets.js";

type StoredRegistration = StoredRecord & Partial<Registration>;
type FindLinksContext = Parameters<NonNullable<PersonalData["findLinks"]>>[0];

/** Deletes the files of the visitor, and ends a pending registration: the bank must not be asked about this visitor any more. */
export async function eraseRegistration(
  { scope }: ErasureContext,
  { state, documents = [] }: StoredRegistration,
): Promise<Partial<Registration> & { waitsFor?: undefined }> {
  for (const { file } of documents) if (file) await deleteFile(scope, file);
  return state === "pending" ? { state: "expired", waitsFor: undefined, endedAt: scope.now } : {};
}

/** The record may come from an archive. */
export function listRegistrationFiles({ documents = [] }: StoredRegistration) {
  return documents.flatMap(({ field, file }) =>
    file ? [{ ...pickStored(file), name: getFileName(field, file) }] : [],
  );
}

const pickStored = ({ fileId, sha256, bytes }: RegistrationFile) => ({ fileId, sha256, bytes });

/**
 * The visitor ids that roulettes and courses have stored: every id that a pass for this registration can have contained. Also the e-mail address
 * that was entered.
 */
export async function findVisitorIds(
  { db, scope: { businessId }, isOfPerson }: FindLinksContext,
  { _id, answers = {}, phones, proof }: StoredRegistration,
): Promise<PersonIdentifier[]> {
  const secret = await getVisitorSecret(db);
  const names = listNames(Object.values({ ...answers, ...phones }), isOfPerson);
  const identities = [
    ...names.map(identifyByName),
    ...[`registration:${_id}`, ...(proof ? [identifyByProof(proof)] : [])],
  ];
  return [
    ...identities.map((one) => ({ kind: "userId" as const, value: toVisitorId(secret, businessId, one) })),
    ...names.filter(({ kind }) => kind === "email"),
  ];
}

/**
 * The visitor ids for these e-mail addresses and phone numbers. Roulettes and courses still have these ids when the registration itself is
 * deleted.
 */
export async function deriveVisitorIds(
  { db, scope }: { db: Database; scope: Scope },
  names: readonly PersonIdentifier[],
): Promise<PersonIdentifier[]> {
  const entered = names.flatMap((name): PersonIdentifier[] => {
    if (name.kind !== "userId") return [name];
    // Many businesses use the e-mail address as user id.
    return name.value.includes("@") ? [{ kind: "email", value: name.value }] : [];
  });
  if (entered.length === 0 || !(await hasFlows(scope))) return [];
  const secret = await getVisitorSecret(db);
  return entered.map((name) => ({
    kind: "userId",
    value: toVisitorId(secret, scope.businessId, identifyByName(name)),
  }));
}

/**
 * The answers that name the visitor. With several e-mail addresses or phone numbers, one can belong to a colleague, so only those that are known to
 * belong to the person are used.
 */
function listNames(answers: readonly string[], isOfPerson: FindLinksContext["isOfPerson"]): PersonIdentifier[] {
  const listOfKind = (kind: "email" | "phone", isOfKind: (text: string) => boolean) => {
    const values = [...new Set(answers.filter(isOfKind))];
    const own = values.length > 1 ? values.filter((value) => isOfPerson(value, [kind])) : values;
    return own.map((value) => ({ kind, value }));
  };
  return [...listOfKind("email", (text) => /^[^\s@]+@[^\s@]+$/.test(text)), ...listOfKind("phone", isPhone)];
}
