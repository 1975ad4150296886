import { type DescField, ScalarType } from "@bufbuild/protobuf";
import type { Call } from "@tenant-ops/kit/call";
import { type Database, newId } from "@tenant-ops/kit/data";
import { refused } from "@tenant-ops/kit/errors";
import { defineNoun, defineService, serviceConfig } from "@tenant-ops/kit/process";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import { SupplyService } from "@tenant-ops/proto/supply";

/** Controls the fake supply service and records its calls. */
export interface FakeSupply {
  calls: { operation: string; call: Call; request: object }[];
  /** Runs before every rpc. It may wait or throw. */
  before: (call: Call) => Promise<void>;
}

const sampleStock = {
  id: "stk_1",
  productName: "Guantes",
  totalStock: 0,
  minStockAlert: 5,
  type: "",
  createdAt: "2026-01-01T00:00:00Z",
};
const sampleCenter = {
  id: "ctr_1",
  name: "Centro Norte",
  address: "",
  capacity: 50,
  isActive: false,
  type: "physical",
};

/** A SupplyService with fixed replies, on real gRPC and real transactions. */
export function defineFakeSupply(supply: FakeSupply) {
  return defineService({
    name: "supply",
    api: SupplyService,
    config: serviceConfig,
    nouns: [
      defineNoun({
        api: SupplyService,
        collections: { withdrawals: { indexes: [], retention: { kept: "until_deleted" }, personal: "None." } },
        rpcs: (_, { db }: { db: Database }): Handlers => {
          const record = async (request: object, call: Call) => {
            supply.calls.push({ operation: call.operation, call, request });
            await supply.before(call);
          };
          return {
            ...createDefaultHandlers(record),
            listStocks: async (request, call) => {
              await record(request, call);
              const items = Array.from({ length: Math.min(request.limit, 3) }, (_, index) => ({
                ...sampleStock,
                id: `stk_${index}`,
              }));
              return { items, count: items.length, hasMore: false };
            },
            listServiceCenters: async (request, call) => {
              await record(request, call);
              return {
                items: [sampleCenter, { ...sampleCenter, id: "ctr_2", name: "Centro Sur" }],
                count: 2,
                hasMore: false,
              };
            },
            proposeWithdrawal: async (request, call) => {
              await record(request, call);
              return { preview: { stockId: request.stockId, quantity: request.quantity }, checks: [], warnings: [] };
            },
            approveWithdrawal: async (request, call) => {
              await record(request, call);
              return db.transaction(call, async (scope) => {
                if (request.quantity > 100)
                  throw refused("insufficient_stock", `The center holds 100; ${request.quantity} were asked for.`, {
                    held: 100,
                    requested: request.quantity,
                  });
                const withdrawal = { _id: newId("wdr"), quantity: request.quantity };
                await scope.collection<typeof withdrawal>("withdrawals").insertOne(withdrawal);
                return { id: withdrawal._id, status: "created" };
              });
            },
          };
        },
        resources: () => [
          {
            uri: "service://supply/schema/stock",
            name: "supply_stock_schema",
            title: "Stock",
            description: "Fields of products.",
            text: (call) => `Stock of ${call.businessId}`,
          },
          {
            uri: "service://supply/schema/withdrawals",
            name: "supply_withdrawal_schema",
            title: "Withdrawals",
            description: "Withdrawal types.",
            text: (call) => `Withdrawal types of ${call.businessId}`,
          },
        ],
      }),
    ],
  });
}

type Handlers = RpcHandlers<typeof SupplyService>;

/** Handlers that write nothing and reply with an empty list, an empty preview, or a created record. */
function createDefaultHandlers(record: (request: object, call: Call) => Promise<void>): Handlers {
  const handlers = SupplyService.methods.map((method) => {
    const fields = method.output.fields.map((field) => [field.localName, getDefaultValue(field)]);
    const answer = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    return [method.localName, (request: object, call: Call) => record(request, call).then(() => answer)];
  });
  // The compiler cannot see that there is one entry per rpc and that every reply fits its message.
  return Object.fromEntries(handlers) as Handlers;
}

function getDefaultValue({ name, scalar, fieldKind }: DescField): string | number | boolean | undefined {
  if (fieldKind !== "scalar") return undefined;
  if (name === "id") return "new_1";
  if (name === "status") return "created";
  if (scalar === ScalarType.STRING) return undefined;
  return scalar === ScalarType.BOOL ? false : 0;
}
