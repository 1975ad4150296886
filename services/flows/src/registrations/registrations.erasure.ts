import {
  type Database,
  deleteFile,
  type ErasureContext,
  type LinkedName,
  type PersonalData,
  type PersonIdentifier,
  type Scope,
  type StoredRecord,
  toNameKey,
} from "@tenant-ops/kit/data";
import { isPhone } from "../questions/answers.rules.js";
import { hasFlows } from "../flows/flows.store.js";
import { getFileName } from "../documents/documents.rules.js";
import { identifyByName, toVisitorId } from "../passes/passes.rules.js";
import type { Registration, RegistrationFile } from "./registrations.rules.js";
import { getProvenContact, identifyByProof, type Proof } from "../sign-in/sign-ins.rules.js";
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
 * The other names of the visitor. What the visitor has proved leads to the id of the visitor and back. What was typed is listed only: anybody can type
 * the address of another person. The approval of a bank proves no answer, because it is one word about all of them.
 */
export async function findVisitorNames(
  { db, scope: { businessId }, isOfPerson }: FindLinksContext,
  { _id, answers = {}, phones, proof }: StoredRegistration,
): Promise<LinkedName[]> {
  const secret = await getVisitorSecret(db);
  const toId = (identity: string): PersonIdentifier => ({
    kind: "userId",
    value: toVisitorId(secret, businessId, identity),
  });
  const proven = proof ? [...listProvenNames(proof), toId(identifyByProof(proof))] : [];
  const isProven = proven.some(({ kind, value }) => isOfPerson(value, [kind]));
  const provenKeys = new Set(proven.map(toNameKey));
  const contacts = listContacts(Object.values({ ...answers, ...phones }));
  const typed = contacts.filter((name) => !provenKeys.has(toNameKey(name)));
  return [
    // A visitor who has entered no address and no phone: the id belongs to this registration alone.
    { ...toId(`registration:${_id}`), isProven: true },
    ...proven.map((name) => ({ ...name, isProven })),
    ...typed.map((name) => ({ ...name, isProven: false })),
  ];
}

function listProvenNames(proof: Proof): PersonIdentifier[] {
  const contact = getProvenContact(proof);
  return [
    ...(proof.method === "identity_provider" ? [{ kind: "userId" as const, value: proof.subject }] : []),
    ...(contact ? [contact] : []),
  ];
}

/** The e-mail addresses and phone numbers among the answers. */
function listContacts(answers: readonly string[]): PersonIdentifier[] {
  return answers.flatMap((value): PersonIdentifier[] => {
    if (/^[^\s@]+@[^\s@]+$/.test(value)) return [{ kind: "email", value }];
    return isPhone(value) ? [{ kind: "phone", value }] : [];
  });
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
