import { notFound } from "@tenant-ops/kit/errors";
import type { AcceptedDocument } from "../documents/documents.rules.js";
import type { Utm } from "../redirects/urls.rules.js";
import type { MediaType } from "../documents/media-types.rules.js";
import type { Redirect } from "../redirects/redirects.rules.js";
import type { Proof } from "../sign-in/sign-ins.rules.js";
import type { Identity, Source } from "../visits/sources.rules.js";

export const registrationStates = ["pending", "completed", "rejected", "expired"] as const;
export type RegistrationState = (typeof registrationStates)[number];

/** `automatic`: a program seems to have sent it. `repeated`: the same person has registered on the same day. */
export type UncountedReason = "automatic" | "repeated";

/** What a pending registration waits for. */
export type WaitingFor = "documents" | "bank";

/** A registration of a visitor on a page. It contains no IP address, and no id of the visitor once it is complete. */
export interface Registration {
  _id: string;
  flowId: string;
  slug: string;
  /** Keyed by the identifier of the field. */
  answers: Record<string, string>;
  /** The phones among the answers in E.164, keyed in the same way: one phone has many spellings. Absent without one. */
  phones?: Record<string, string>;
  /** Of the visitor's name and contact, for searches. */
  words: string[];
  /** UTM values of the flow at the time of the registration. */
  utm: Utm;
  /** Where the visitor is sent: the main redirect of that time, or an additional one. */
  redirect: Redirect;
  /** Absent when none had to be accepted. */
  acceptedDocuments?: AcceptedDocument[];
  /** What the visitor had proved before the form; absent when nothing was asked. */
  proof?: Proof;
  /** Only a completed registration counts: in counters and totals, and as an event. */
  state: RegistrationState;
  /** Why it is not counted among the registrations of its flow; absent when it is, and before it is completed. */
  uncounted?: UncountedReason;
  /** Under what analytics counts it; absent when it is not counted. Only from this could its counters be computed again. */
  counted?: CountedUnder;
  /** Only while it is pending. */
  waitsFor?: WaitingFor;
  /** Which cookies may continue it. Absent when no step follows the form. */
  access?: RegistrationAccess;
  /** The visitor whose completion will be counted, while it is pending. */
  visitor?: CountedVisitor;
  /** Absent when the flow asked for none. */
  documents?: RequestedDocument[];
  /** Number of uploads that were started, including refused ones. */
  uploadCount?: number;
  /** Absent when the flow did not require it. */
  bank?: BankValidation;
  /** Absent when nothing followed the form. */
  completedAt?: Date;
  /** When it was rejected or has expired; absent in other states. */
  endedAt?: Date;
  createdAt: Date;
}

export type NewRegistration = Omit<Registration, "_id" | "createdAt">;

/** The fields that come from the form, without those of later steps. */
export type Entered = Pick<Registration, "flowId" | "slug" | "answers" | "utm" | "redirect" | "acceptedDocuments">;

interface RegistrationAccess {
  /** SHA-256 of the secrets in the cookies of the visitor, the newest last. A form that is sent twice gets two. */
  secretHashes: string[];
  expiresAt: Date;
}

/** The values of dimensions that the registration itself does not have: the flow could change in a pending registration's time. */
export interface CountedUnder {
  at: Date;
  campaign: string;
  source: Source;
  identity: Identity;
}

/** Cannot be computed from an address after its day: see `dailySecrets`. */
export interface CountedVisitor {
  id: string;
  expiresAt: Date;
}

/** A question of the type document, as it was when the form was sent. */
export interface RequestedDocument {
  /** The `value` of the question. */
  field: string;
  text: string;
  isRequired: boolean;
  /** Absent until the visitor has sent one. */
  file?: RegistrationFile;
}

export interface RegistrationFile {
  fileId: string;
  sha256: string;
  bytes: number;
  mediaType: MediaType;
  uploadedAt: Date;
}

/**
 * `not_sent`: the documents come first. `sending`: attempts go on. `waiting`: the provider will call back. `failed`: no further attempt, until a person
 * sends it again.
 */
type BankStatus = "not_sent" | "sending" | "waiting" | "approved" | "rejected" | "failed";

export interface BankValidation {
  status: BankStatus;
  /** The text of the provider; empty without one. */
  reason: string;
  /** When the validation was started, or restarted by a person. */
  requestedAt?: Date;
  /** Attempts since then. */
  attempts: number;
  lastAttemptAt?: Date;
  /** Why the last attempt got no answer; absent when it got one. */
  lastFailure?: string;
  /** When the next attempt begins, or when waiting for the callback ends. */
  nextAt?: Date;
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

/** @throws Refusal registration_file_not_found */
export function requireFile(
  { documents = [], slug, _id }: Registration,
  fileId: string,
): { field: string; file: RegistrationFile } {
  for (const { field, file } of documents) if (file?.fileId === fileId) return { field, file };
  throw notFound("registration_file", fileId, { listWith: `GET /v1/public/flows/${slug}/registrations/${_id}` });
}
