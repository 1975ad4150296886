import { type Reply, useRecord } from "../../api/public-api.js";

export type Flow = Reply<"flows", "getFlow">;
export type FlowSummary = Reply<"flows", "listFlows">["items"][number];
export type Redirect = Flow["redirect"];
export type AdditionalRedirect = Flow["additionalRedirects"][number];
export type Checklist = Reply<"flows", "getFlowChecklist">;
export type TestRun = Reply<"flows", "getTestRun">;
export type NewTestRun = Reply<"flows", "createTestRun">;
export type Registration = Reply<"flows", "getRegistration">;

/** While it is open, it is read again and again: the person fills in the form in another frame or tab. */
export const useTestRun = (slug: string, id: string) =>
  useRecord(
    "flows",
    "getTestRun",
    { slug, id },
    {
      refetchMs: (run) => (run === undefined || run.status === "open") && 3000,
      enabled: id !== "",
    },
  );

export type FlowVisits = Reply<"flows", "getFlowVisits">;

export type Target = Reply<"flows", "getTarget">;

export const targetKinds = ["survey", "event"] as const satisfies readonly Target["kind"][];
