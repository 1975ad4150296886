import { Readable } from "node:stream";
import { parseDateRange, readFile, toListReply } from "@tenant-ops/kit/data";
import { bindRoute, createByteStream, createDownloadHeaders, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { FlowRegistrationCompletedSchema, FlowsService } from "@tenant-ops/proto/flows";
import * as routes from "@tenant-ops/rest/flows";
import { registrationAudit } from "../audits.js";
import type { FlowsReads } from "../context.js";
import { getFileName } from "../documents/documents.rules.js";
import { loadFlow } from "../flows/flows.reads.js";
import { untilDeleted } from "../retentions.js";
import { registrationHistory } from "./registration-history.js";
import { eraseRegistration, findVisitorNames, listRegistrationFiles } from "./registrations.erasure.js";
import { createRegistrationExporter } from "./registrations.export.js";
import { toRegistrationProgress, toRegistrationReply } from "./registrations.replies.js";
import { registrationStates, requireFile } from "./registrations.rules.js";
import { listRegistrations, registrationIndexes, registrationTimerIndexes } from "./registrations.store.js";
import { loadRegistration, resendToBank } from "./registrations.verbs.js";

/** Answers are compared with these only, because other user ids can be any text. */
const answer = ["email", "phone", "visitorId"] as const;

/** What visitors entered. No tool shows it: an agent sees how far registrations have come, and who won. */
export const registrations = defineNoun({
  api: FlowsService,
  collections: {
    registrations: {
      indexes: registrationIndexes,
      retention: { kept: "by_rule", kind: "registrations" },
      personal: {
        roles: [
          {
            identifiedBy: {
              // Spins, prizes and sessions contain the id of their registration.
              _id: ["registrationId"],
              "answers.*": answer,
              "phones.*": answer,
              "proof.email": ["email"],
              "proof.phone": ["phone"],
              "proof.subject": ["userId"],
            },
            details: {
              answers: {},
              phones: undefined,
              words: [],
              proof: undefined,
              access: undefined,
              visitor: undefined,
              documents: undefined,
              uploadCount: undefined,
              bank: undefined,
            },
          },
        ],
        onErase: eraseRegistration,
        // `listFiles` covers the files, and only registrations that have ended are in archives.
        needsNoHookInArchives: true,
        findLinks: findVisitorNames,
        listFiles: listRegistrationFiles,
      },
    },
    registrationTimers: {
      indexes: registrationTimerIndexes,
      retention: untilDeleted,
      isShared: true,
      isInternal: true,
      personal: "Ids of registrations.",
    },
  },
  history: [registrationHistory],
  events: [FlowRegistrationCompletedSchema],
  audits: [registrationAudit],
  verbs: { resendToBank },

  rpcs: (_, reads: FlowsReads) => ({
    async listRegistrations({ slug, state: given, dateFrom, dateTo, limit, cursor }, call) {
      const scope = reads.scope(call);
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      const flow = await loadFlow(scope, slug);
      // An empty text asks for all.
      const state = registrationStates.find((one) => one === given);
      const page = await listRegistrations(scope, flow._id, { state }, range, { limit, cursor });
      return toListReply(page, toRegistrationProgress);
    },
  }),

  http(app, { resendToBank }, reads: FlowsReads) {
    bindRoute(app, routes.listRegistrations, async ({ call, params: { slug }, query }) => {
      const { dateFrom, dateTo, state, search, ...page } = query;
      const scope = reads.scope(call);
      const range = parseDateRange(dateFrom, dateTo, call.timeZone, ["dateFrom", "dateTo"]);
      const flow = await loadFlow(scope, slug);
      return toRestList(await listRegistrations(scope, flow._id, { state, search }, range, page), toRegistrationReply);
    });
    const readExport = createRegistrationExporter(reads);
    bindRoute(app, routes.exportRegistrations, async ({ call, params: { slug }, query, reply }) => {
      const { dateFrom, dateTo, state, search, format, separator } = query;
      const range = parseDateRange(dateFrom, dateTo, call.timeZone, ["dateFrom", "dateTo"]);
      const flow = await loadFlow(reads.scope(call), slug);
      void reply.headers(createDownloadHeaders(`registrations-${slug}.${format}`));
      const given = { format, separator, flow, filter: { state, search }, range };
      return createByteStream(readExport(call, given), reads.logger);
    });
    bindRoute(app, routes.getRegistration, async ({ call, params: { slug, id } }) =>
      toRegistrationReply(await loadRegistration(reads.scope(call), slug, id)),
    );
    bindRoute(app, routes.downloadRegistrationFile, async ({ call, params: { slug, id, fileId }, reply }) => {
      const scope = reads.scope(call);
      const { field, file } = requireFile(await loadRegistration(scope, slug, id), fileId);
      void reply.headers(createDownloadHeaders(getFileName(field, file), { bytes: file.bytes }));
      return Readable.from(readFile(scope, file));
    });
    bindRoute(app, routes.resendBankValidation, async ({ call, params }) => {
      const registration = await resendToBank(call, params);
      reads.signal.notify();
      return toRegistrationReply(registration);
    });
  },
});
