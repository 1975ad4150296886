import { parseDateRange } from "@tenant-ops/kit/data";
import { bindRoute, createRestRowsWriter } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { findByAge } from "@tenant-ops/kit/retention";
import { createRowsWriter } from "@tenant-ops/kit/rpc";
import {
  GetWithdrawalHistoryResponseSchema,
  ListWithdrawalsResponseSchema,
  SupplyService,
  WithdrawalApprovedSchema,
} from "@tenant-ops/proto/supply";
import * as routes from "@tenant-ops/rest/supply";
import { requireNamedRecords } from "../named-records.js";
import {
  parseWithdrawalFilter,
  requireWithdrawal,
  standardTypes,
  type Withdrawal,
  workerDetails,
} from "./withdrawals.rules.js";
import { findCustomTypes, findWithdrawal, listWithdrawals, withdrawalIndexes } from "./withdrawals.store.js";
import { approveWithdrawal, replaceWithdrawalTypes } from "./withdrawals.verbs.js";

const stored = { id: "_id" };
const writeHistory = createRowsWriter(GetWithdrawalHistoryResponseSchema, stored);
const writeWithdrawals = createRowsWriter(ListWithdrawalsResponseSchema, stored);
const writeRestWithdrawals = createRestRowsWriter(routes.listWithdrawals);

/** Handing out products from a center. */
export const withdrawals = defineNoun({
  api: SupplyService,
  collections: {
    withdrawals: {
      indexes: withdrawalIndexes,
      retention: { kept: "by_rule", kind: "withdrawals" },
      personal: {
        roles: [
          { identifiedBy: { workerId: ["userId"], email: ["email"] }, details: workerDetails },
          // The person who hands the units out, as the caller wrote the name.
          { identifiedBy: { entregador: ["userId", "email"] } },
        ],
      },
    },
    // One record per business, found by its id.
    withdrawalTypes: { indexes: [], retention: { kept: "until_deleted" }, personal: "Words of the business." },
  },
  // Withdrawals have ended when they are stored, and only the counters per day are computed from them.
  history: [
    {
      name: "withdrawals",
      collections: ["withdrawals"],
      timeField: "createdAt",
      find: (scope, search) => findByAge(scope, "withdrawals", search),
    },
  ],
  events: [WithdrawalApprovedSchema],
  verbs: { approveWithdrawal, replaceWithdrawalTypes },

  rpcs: ({ approveWithdrawal }, reads) => ({
    async getWithdrawalHistory({ dateFrom, dateTo, limit, cursor }, call) {
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      return writeHistory(await listWithdrawals(reads.scope(call), range, { limit, cursor }));
    },
    async listWithdrawals(request, call) {
      const scope = reads.scope(call);
      const range = parseDateRange(request.dateFrom, request.dateTo, call.timeZone);
      const { serviceCenterId, stockId, limit, cursor } = request;
      await requireNamedRecords(scope, { centerIds: [serviceCenterId], stockId });
      return writeWithdrawals(await listWithdrawals(scope, range, { limit, cursor }, parseWithdrawalFilter(request)));
    },
    proposeWithdrawal: (request, call) => approveWithdrawal.preview(call, request),
    async approveWithdrawal(request, call) {
      const { _id: id } = await approveWithdrawal(call, request);
      return { id, status: "created" };
    },
  }),

  http(app, { approveWithdrawal, replaceWithdrawalTypes }, reads) {
    bindRoute(app, routes.listWithdrawals, async ({ call, query }) => {
      const { serviceCenterId, stockId, dateFrom, dateTo, limit, cursor } = query;
      const scope = reads.scope(call);
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      await requireNamedRecords(scope, { centerIds: [serviceCenterId], stockId });
      const page = await listWithdrawals(scope, range, { limit, cursor }, parseWithdrawalFilter(query));
      return writeRestWithdrawals(page);
    });
    bindRoute(app, routes.getWithdrawal, async ({ call, params: { id } }) =>
      toReply(requireWithdrawal(await findWithdrawal(reads.scope(call), id), id)),
    );
    bindRoute(app, routes.createWithdrawal, async ({ call, body }) => toReply(await approveWithdrawal(call, body)));
    bindRoute(app, routes.getWithdrawalTypes, async ({ call }) => toTypes(await findCustomTypes(reads.scope(call))));
    bindRoute(app, routes.replaceWithdrawalTypes, async ({ call, body: { types } }) =>
      toTypes(await replaceWithdrawalTypes(call, types)),
    );
  },
});

function toReply({ createdAt, ...withdrawal }: Withdrawal) {
  return { ...withdrawal, createdAt: createdAt.toISOString() };
}

function toTypes(own: string[]) {
  return { types: [...standardTypes, ...own], standard: [...standardTypes], own };
}
