import type { ContactKind } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import type { ProviderClaims } from "@tenant-ops/kit/oidc";
import { normalizeEmail } from "@tenant-ops/kit/texts";
import { identifyByName } from "../passes/passes.rules.js";
import { isEmail } from "../questions/answers.rules.js";
import { getFieldKind, type RegistrationField } from "../questions/fields.rules.js";
import type { PendingCode } from "./codes.rules.js";

/** What a visitor has proved before the form. */
export type Proof =
  | { method: "whatsapp"; phone: string; at: Date }
  /** `email` only when the provider says that it is verified. */
  | { method: "identity_provider"; issuer: string; subject: string; email?: string; at: Date };

/** The sign-in of one browser for one flow. */
export interface SignIn {
  /** Hash of the cookie and the flow, so that a cookie is invalid for another flow. */
  _id: string;
  flowId: string;
  code?: PendingCode;
  /** A visit to the identity provider that has begun. */
  provider?: { stateHash: string; expiresAt: Date };
  proof?: Proof;
  /** When a registration used the proof, which is valid for one registration. */
  usedAt?: Date;
  /** When MongoDB deletes it. */
  expiresAt: Date;
}

/** How long a visitor may take from the proof to sending the form. */
export const proofMs = 30 * 60_000;
/** How long a visitor may take at the identity provider. */
export const providerMs = 10 * 60_000;

/** The proof of a visitor, also one that a registration has used: a repeat of that registration needs it. */
export function getProof(signIn: Pick<SignIn, "proof"> | null | undefined, now: Date): Proof | undefined {
  const proof = signIn?.proof;
  return proof && proof.at.getTime() + proofMs > now.getTime() ? proof : undefined;
}

/** The proof with which a visitor may register now. */
export function getUnusedProof(signIn: SignIn | null | undefined, now: Date): Proof | undefined {
  return signIn?.usedAt ? undefined : getProof(signIn, now);
}

/** @throws Refusal visitor_proof_used */
export function requireUnusedProof(signIn: SignIn | undefined, now: Date): Proof {
  const proof = getUnusedProof(signIn, now);
  if (!proof) throw new Refusal("visitor_proof_used", "The proof was used already or has expired. Confirm again.");
  return proof;
}

/**
 * An e-mail that the provider has not verified proves nothing; the account at the provider does. Nor does a text that the form would refuse: it becomes
 * an answer that the visitor cannot change.
 */
export function toProviderProof(
  issuer: string,
  { subject, email, isEmailVerified }: Pick<ProviderClaims, "subject" | "email" | "isEmailVerified">,
  at: Date,
): Proof {
  const address = normalizeEmail(email);
  const proven = isEmailVerified && isEmail(address) ? { email: address } : {};
  return { method: "identity_provider", issuer, subject, ...proven, at };
}

export interface ProvenContact {
  kind: ContactKind;
  value: string;
}

/** The one contact of the visitor that is proven; undefined without a proof, and when only an account is proven. */
export function getProvenContact(proof: Proof | undefined): ProvenContact | undefined {
  if (proof?.method === "whatsapp") return { kind: "phone", value: proof.phone };
  return proof?.email === undefined ? undefined : { kind: "email", value: proof.email };
}

/** The identity of a visitor with a proof. A proven phone or e-mail is the same identity as one that was only entered. */
export function identifyByProof(proof: Proof): string {
  if (proof.method === "whatsapp") return identifyByName({ kind: "phone", value: proof.phone });
  const { issuer, subject, email } = proof;
  return email === undefined ? `subject:${issuer}|${subject}` : identifyByName({ kind: "email", value: email });
}

/** The answers that are set by a proof, by the identifier of the field: the first question for a phone, or for an e-mail address. */
export function listProvenAnswers(fields: readonly RegistrationField[], proof: Proof | undefined): [string, string][] {
  const contact = getProvenContact(proof);
  const field = contact && fields.find((one) => getFieldKind(one) === contact.kind);
  return field ? [[field.value, contact.value]] : [];
}

/** The form of a visitor with what was proved, whatever the browser has sent in its place. */
export function withProvenAnswers(
  fields: readonly RegistrationField[],
  form: URLSearchParams,
  proof: Proof | undefined,
): URLSearchParams {
  const answers = new URLSearchParams(form);
  for (const [name, value] of listProvenAnswers(fields, proof)) answers.set(name, value);
  return answers;
}
