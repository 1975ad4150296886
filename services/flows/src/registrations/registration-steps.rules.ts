import { conflict, Refusal } from "@tenant-ops/kit/errors";
import { fixedLimits } from "@tenant-ops/rest/budgets";
import type { Flow } from "../flows/flows.rules.js";
import { getFieldKind } from "../questions/fields.rules.js";
import type {
  BankValidation,
  Registration,
  RegistrationState,
  RequestedDocument,
  WaitingFor,
} from "./registrations.rules.js";

/** How long a visitor has for the documents. */
export const documentsMs = 24 * 60 * 60 * 1000;
/** How long a visitor can open the page while a bank decides, and how long we wait for its callback. */
export const bankMs = 7 * documentsMs;
/** How long the visitor of a pending registration is stored, so that its completion is counted once. */
export const visitorKeptMs = documentsMs + bankMs;

/** A file of a pending registration is deleted this long after the time for documents. */
export const fileGraceMs = 60 * 60 * 1000;
export const uploadsMax = fixedLimits.filesPerRegistration;
/** Cookies of one registration: a form that is sent again gets another one, and the oldest becomes invalid. */
export const secretsMax = 5;

/** The state of a registration. */
export interface Stage {
  state: RegistrationState;
  waitsFor?: WaitingFor;
}

/** What happens to a pending registration. */
export type StepEvent = "documents_sent" | "documents_time_over" | "bank_approved" | "bank_rejected";

/** What a registration needs after its form. */
export interface NeededSteps {
  documents: RequestedDocument[];
  bank: boolean;
}

/** All steps in their order. */
const steps: readonly WaitingFor[] = ["documents", "bank"];

/** The only changes of a registration. `next`: to the next step that it needs, or to its completion. */
const transitions: Record<WaitingFor, Partial<Record<StepEvent, RegistrationState | "next">>> = {
  documents: { documents_sent: "next", documents_time_over: "expired" },
  bank: { bank_approved: "next", bank_rejected: "rejected" },
};

/** The state of a registration after its form was accepted. */
export function planFirstStage(needed: NeededSteps): Stage {
  return stageFrom(0, { documents: needed.documents.length > 0, bank: needed.bank });
}

type Pending = Pick<Registration, "state" | "waitsFor" | "documents" | "bank">;

/** The state after an event. Undefined when the event does not apply: the registration has ended, or waits for something else. */
export function planNextStage(registration: Pending, event: StepEvent): Stage | undefined {
  const { state, waitsFor, documents, bank } = registration;
  if (state !== "pending" || !waitsFor) return undefined;
  const leadsTo = transitions[waitsFor][event];
  if (leadsTo === undefined) return undefined;
  if (leadsTo !== "next") return { state: leadsTo };
  return stageFrom(steps.indexOf(waitsFor) + 1, { documents: documents !== undefined, bank: bank !== undefined });
}

function stageFrom(first: number, isNeeded: Record<WaitingFor, boolean>): Stage {
  const waitsFor = steps.slice(first).find((step) => isNeeded[step]);
  return waitsFor ? { state: "pending", waitsFor } : { state: "completed" };
}

/** What a flow asks for after its form. A bank that is not set up is not asked; the checklist says so. */
export function listNeededSteps(
  { registrationFields, isBankProviderRequired }: Pick<Flow, "registrationFields" | "isBankProviderRequired">,
  isBankOn: boolean,
): NeededSteps {
  const asked = registrationFields.filter((field) => getFieldKind(field) === "document");
  return {
    documents: asked.map(({ value: field, text, isRequired }) => ({ field, text, isRequired })),
    bank: isBankProviderRequired && isBankOn,
  };
}

/** The required documents that a visitor has not sent. */
export function listMissingDocuments({ documents = [] }: Pick<Registration, "documents">): RequestedDocument[] {
  return documents.filter(({ isRequired, file }) => isRequired && !file);
}

/** The fields of a new registration that say which steps follow its form. Only the state when there are none. */
export function planSteps(
  needed: NeededSteps,
  { secretHash, visitor, now }: { secretHash: string; visitor: Registration["visitor"]; now: Date },
): Pick<Registration, "state" | "waitsFor" | "access" | "visitor" | "documents" | "bank"> {
  const stage = planFirstStage(needed);
  if (stage.state === "completed") return stage;
  const { documents, bank } = needed;
  const waitsForBank = stage.waitsFor === "bank";
  return {
    ...stage,
    access: { secretHashes: [secretHash], expiresAt: after(now, waitsForBank ? bankMs : documentsMs) },
    ...(visitor && { visitor }),
    ...(documents.length > 0 && { documents }),
    ...(bank && { bank: waitsForBank ? requestBank(now) : notSent }),
  };
}

const notSent: BankValidation = { status: "not_sent", reason: "", attempts: 0 };

/** The state of the validation when the bank is to be asked from `now` on. */
export function requestBank(now: Date): BankValidation {
  return { status: "sending", reason: "", attempts: 0, requestedAt: now, nextAt: now };
}

/** When the worker has to handle a pending registration: when its time is over, or when its bank must be asked. */
export function planTimer({ waitsFor, access }: Pick<Registration, "waitsFor" | "access">, now: Date): Date {
  return waitsFor === "documents" && access ? access.expiresAt : now;
}

/** After how many seconds the page of the visitor reloads to see whether the bank has decided. Undefined: it does not reload. */
export function planRefreshSeconds({ bank }: Pick<Registration, "bank">, now: Date): number | undefined {
  if (!bank?.requestedAt || bank.status === "failed") return undefined;
  const waitedMs = now.getTime() - bank.requestedAt.getTime();
  return refreshes.find(({ untilMs }) => waitedMs < untilMs)?.seconds;
}

const refreshes = [
  { untilMs: 60_000, seconds: 2 },
  { untilMs: 10 * 60_000, seconds: 10 },
];

export const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** A registration to which an event applies. @throws Refusal registration_not_pending */
export function requirePending(found: Registration | null | undefined, event: StepEvent): Registration {
  if (found && planNextStage(found, event)) return found;
  const state = found?.waitsFor ? `waits for ${found.waitsFor}` : `is ${found?.state ?? "deleted"}`;
  throw conflict("registration_not_pending", `The registration ${state}; nothing was changed.`);
}

export function isRefusedAsNotPending(error: unknown): boolean {
  return error instanceof Refusal && error.code === "registration_not_pending";
}
