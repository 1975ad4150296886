import { type Input, type Reply, useChange, useRecord, useRecords } from "../../api/public-api.js";

export type Flow = Reply<"flows", "getFlow">;
export type FlowSummary = Reply<"flows", "listFlows">["items"][number];
export type Redirect = Flow["redirect"];
export type AdditionalRedirect = Flow["additionalRedirects"][number];
export type Checklist = Reply<"flows", "getFlowChecklist">;
export type TestRun = Reply<"flows", "getTestRun">;
export type NewTestRun = Reply<"flows", "createTestRun">;
export type Registration = Reply<"flows", "getRegistration">;

export const useFlows = (filters: Omit<Input<"flows", "listFlows">, "limit" | "cursor">) =>
  useRecords(["flows", "all"], filters, ({ flows }, input, settings) => flows.listFlows(input, settings));

export const useFlow = (slug: string) =>
  useRecord(["flows", "one", slug], ({ flows }, settings) => flows.getFlow({ slug }, settings));

export const useChecklist = (slug: string) =>
  useRecord(["flows", "one", slug, "checklist"], ({ flows }, settings) => flows.getFlowChecklist({ slug }, settings));

/** While it is open, it is read again and again: the person fills in the form in another frame or tab. */
export const useTestRun = (slug: string, id: string) =>
  useRecord(
    ["flows", "one", slug, "test-runs", id],
    ({ flows }, settings) => flows.getTestRun({ slug, id }, settings),
    { refetchMs: (run) => (run === undefined || run.status === "open") && 3000, enabled: id !== "" },
  );

export const useRegistrations = (
  slug: string,
  filters: Omit<Input<"flows", "listRegistrations">, "slug" | "limit" | "cursor">,
) =>
  useRecords(["flows", "one", slug, "registrations"], filters, ({ flows }, input, settings) =>
    flows.listRegistrations({ slug, ...input }, settings),
  );

export const useRegistration = (slug: string, id: string) =>
  useRecord(["flows", "one", slug, "registrations", id], ({ flows }, settings) =>
    flows.getRegistration({ slug, id }, settings),
  );

export type FlowVisits = Reply<"flows", "getFlowVisits">;

/** Of the last 30 days. */
export const useFlowVisits = (slug: string) =>
  useRecord(["flows", "one", slug, "visits"], ({ flows }, settings) => flows.getFlowVisits({ slug }, settings));

export const useCreateFlow = (onDone: (flow: Flow) => void) =>
  useChange(
    "flows",
    ({ flows }, input: Input<"flows", "createFlow">, options) => flows.createFlow(input, options),
    onDone,
  );

export const useUpdateFlow = (onDone: (flow: Flow) => void) =>
  useChange(
    "flows",
    ({ flows }, input: Input<"flows", "updateFlow">, options) => flows.updateFlow(input, options),
    onDone,
  );

export const useBeginTestRun = (onDone: (run: NewTestRun) => void) =>
  useChange("flows", ({ flows }, slug: string, options) => flows.createTestRun({ slug }, options), onDone);

export const useResendBankValidation = (onDone: () => void) =>
  useChange(
    "flows",
    ({ flows }, input: { slug: string; id: string }, options) => flows.resendBankValidation(input, options),
    onDone,
  );

export type Target = Reply<"flows", "getTarget">;

export const targetKinds = ["survey", "event"] as const satisfies readonly Target["kind"][];

export const useTargets = (filters: Omit<Input<"flows", "listTargets">, "limit" | "cursor">) =>
  useRecords(["flows", "targets"], filters, ({ flows }, input, settings) => flows.listTargets(input, settings));

export const useCreateTarget = (onDone: () => void) =>
  useChange(
    "flows",
    ({ flows }, input: Input<"flows", "createTarget">, options) => flows.createTarget(input, options),
    onDone,
  );

export const useUpdateTarget = (onDone: () => void) =>
  useChange(
    "flows",
    ({ flows }, input: Input<"flows", "updateTarget">, options) => flows.updateTarget(input, options),
    onDone,
  );

export const useDeleteTarget = (onDone: () => void) =>
  useChange("flows", ({ flows }, id: string, options) => flows.deleteTarget({ id }, options), onDone);
