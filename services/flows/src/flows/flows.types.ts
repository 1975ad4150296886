import type { FieldsOf } from "@tenant-ops/kit/rpc";
import type { CreateFlowRequest, UpdateFlowRequest } from "@tenant-ops/proto/flows";
import type { PageDocument } from "../documents/documents.types.js";
import type { RegistrationField } from "../questions/fields.types.js";
import type { AuthType } from "../providers/providers.types.js";
import type { AdditionalRedirect, Redirect, RequestedAdditionalRedirect } from "../redirects/redirects.types.js";

/** The UTM values of a flow; each may be empty. */
export interface Utm {
  source: string;
  medium: string;
  campaign: string;
  content: string;
}

/** Visits, different visitors, and registrations. */
export interface Counters {
  total: number;
  unique: number;
  completed: number;
}

/** The settings of a flow that callers can set. */
export interface FlowSettings extends Utm {
  name: string;
  isActive: boolean;
  registrationFields: RegistrationField[];
  redirect: Redirect;
  /** Tried in their order before `redirect`. Absent: none. */
  additionalRedirects?: AdditionalRedirect[];
  isBankProviderRequired: boolean;
  authType: AuthType;
}

/** The last test run, as the flow keeps it. */
export interface LastTestRun {
  _id: string;
  at: Date;
  passed: boolean;
  settingsHash: string;
}

/** A registration landing page with its counters. */
export interface Flow extends FlowSettings {
  _id: string;
  slug: string;
  /** Of the name, for searches. */
  words: string[];
  /** Country of the business when the flow was created. It decides the language of the page. */
  country: string;
  completedCount: number;
  uniqueVisitCount: number;
  totalVisitCount: number;
  /** The documents that the page links, in order; absent before the first one. */
  documents?: PageDocument[];
  /** Absent before the first test run. */
  testRun?: LastTestRun;
  createdAt: Date;
  updatedAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}

/** A flow as lists show it, without its questions and its redirect. */
export type ListedFlow = Omit<
  Flow,
  | "registrationFields"
  | "redirect"
  | "additionalRedirects"
  | "isBankProviderRequired"
  | "authType"
  | "country"
  | "testRun"
  | "documents"
  | "createdBy"
  | "words"
>;

/** Sums over all flows of a business. */
export interface FlowTotals {
  totalFlows: number;
  activeFlows: number;
  totalCompletions: number;
  totalVisits: number;
  uniqueVisits: number;
}

type Requested<Request extends CreateFlowRequest | UpdateFlowRequest> = Omit<
  FieldsOf<Request>,
  "registrationFields"
> & {
  registrationFields: readonly RegistrationField[];
};

/** The settings that only REST can set. */
interface RestOnly {
  additionalRedirects?: readonly RequestedAdditionalRedirect[] | undefined;
  authType?: AuthType | undefined;
}

/** A new flow as a request gives it, of a tool or over REST. */
export type NewFlow = Requested<CreateFlowRequest> & RestOnly;

/** The settings that a request changes; the others are absent. */
export type FlowChanges = Partial<Omit<Requested<UpdateFlowRequest>, "slug">> & RestOnly;

/** The plan of an update of a flow. */
export interface FlowUpdatePlan {
  /** The settings that the caller gave. */
  changes: Partial<FlowSettings>;
  /** The names of the settings that get another value. */
  changed: (keyof FlowSettings)[];
  /** All settings after the update. */
  after: FlowSettings;
}
