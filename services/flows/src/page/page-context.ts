import type { BoundVerbs } from "@tenant-ops/kit/process";
import type { FlowsContext, FlowsReads } from "../context.js";
import { acceptCookie, attachFile, beginUpload, passToBank } from "../registrations/registrations.verbs.js";
import { beginCode, confirmVisitorCode, visitProvider, withdrawCode } from "../sign-in/sign-ins.verbs.js";
import { noteTestPage, recordTestResult } from "../test-runs/test-runs.verbs.js";
import type { RecordVisit } from "../visits/visits.verbs.js";

/** What visitors do on the pages. */
export const pageVerbs = {
  acceptCookie,
  attachFile,
  beginUpload,
  passToBank,
  beginCode,
  withdrawCode,
  confirmVisitorCode,
  visitProvider,
  noteTestPage,
  recordTestResult,
};

/** `db` finds the business of a page, and the secrets of all businesses: visitors have no credential. */
export type PageReads = FlowsReads & Pick<FlowsContext, "db"> & { recordVisit: RecordVisit };

/** What the pages share. */
export type PageContext = PageReads & { verbs: BoundVerbs<typeof pageVerbs> };
