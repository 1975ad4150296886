import { Readable } from "node:stream";
import { type Database, parseDateRange, readFile, type Scope } from "@tenant-ops/kit/data";
import { bindRoute, createByteStream, createDownloadHeaders, toRestList } from "@tenant-ops/kit/http";
import {
  downloadRegistrationFile,
  exportRegistrations,
  getRegistration,
  listRegistrations as listRegistrationsRoute,
  resendBankValidation,
} from "@tenant-ops/rest/flows";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance } from "fastify";
import { requireEnabledProvider } from "../bank/bank-provider.rules.js";
import { findBankProvider } from "../bank/bank-provider.store.js";
import { getFileName } from "../documents/documents.rules.js";
import { requireFlow } from "../flows/flows.rules.js";
import { findFlow } from "../flows/flows.store.js";
import { resendToBank } from "./registrations.changes.js";
import { createRegistrationExporter } from "./registrations.export.js";
import { toRegistrationReply } from "./registrations.replies.js";
import { type Registration, requireFile, requireRegistration } from "./registrations.rules.js";
import { requirePending } from "./registration-steps.rules.js";
import { findRegistration, listRegistrations } from "./registrations.store.js";

/**
 * REST routes for what visitors entered. No tool shows it: an agent sees how far registrations have come, and who won.
 * @param options.notifyWorker tells the worker of this process that a registration waits for its bank
 */
export function registrationHttp(
  app: FastifyInstance,
  { db, logger, notifyWorker }: { db: Database; logger: Logger; notifyWorker: () => void },
): void {
  bindRoute(app, listRegistrationsRoute, async ({ call, params: { slug }, query }) => {
    const { dateFrom, dateTo, state, search, ...page } = query;
    const scope = db.scope(call);
    const range = parseDateRange(dateFrom, dateTo, call.timeZone, ["dateFrom", "dateTo"]);
    const flow = requireFlow(await findFlow(scope, slug), slug);
    return toRestList(await listRegistrations(scope, flow._id, { state, search }, range, page), toRegistrationReply);
  });

  const readExport = createRegistrationExporter(db);
  bindRoute(app, exportRegistrations, async ({ call, params: { slug }, query, reply }) => {
    const { dateFrom, dateTo, state, search, format, separator } = query;
    const range = parseDateRange(dateFrom, dateTo, call.timeZone, ["dateFrom", "dateTo"]);
    const flow = requireFlow(await findFlow(db.scope(call), slug), slug);
    void reply.headers(createDownloadHeaders(`registrations-${slug}.${format}`));
    return createByteStream(readExport(call, { format, separator, flow, filter: { state, search }, range }), logger);
  });

  bindRoute(app, getRegistration, async ({ call, params: { slug, id } }) =>
    toRegistrationReply(await readRegistration(db.scope(call), slug, id)),
  );

  bindRoute(app, downloadRegistrationFile, async ({ call, params: { slug, id, fileId }, reply }) => {
    const scope = db.scope(call);
    const { field, file } = requireFile(await readRegistration(scope, slug, id), fileId);
    void reply.headers(createDownloadHeaders(getFileName(field, file), { bytes: file.bytes }));
    return Readable.from(readFile(scope, file));
  });

  bindRoute(app, resendBankValidation, async ({ call, params: { slug, id } }) => {
    const answer = await db.transaction(call, async (scope) => {
      const registration = requirePending(await readRegistration(scope, slug, id), "bank_approved");
      requireEnabledProvider(await findBankProvider(scope));
      return toRegistrationReply(await resendToBank(scope, registration));
    });
    notifyWorker();
    return answer;
  });
}

async function readRegistration(scope: Scope, slug: string, id: string): Promise<Registration> {
  const flow = requireFlow(await findFlow(scope, slug), slug);
  return requireRegistration(await findRegistration(scope, flow._id, id), id, slug);
}
