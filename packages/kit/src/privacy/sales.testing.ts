import { randomBytes } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import type { DataLife, PersonIdentifier } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import { newId } from "../data/ids.js";
import type { ErasedRecordRow } from "../data/infrastructure.js";
import type { Bus } from "../events/bus.js";
import { createLogger } from "../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../testing/index.js";
import { endErasure, erasePerson } from "./erase-person.js";

/** One user id can stand for all customers of a business who have none of their own. */
export interface Sale {
  _id: string;
  userId: string;
  email: string;
  note: string;
}

const life: DataLife = {
  collections: {
    sales: {
      retention: { kept: "always" },
      personal: { roles: [{ identifiedBy: { userId: ["userId"], email: ["email"] }, details: { note: "" } }] },
    },
  },
};

let db: Database;

/** Opens the database of the sales while the tests of this file run. */
export function useSalesDatabase(): void {
  beforeAll(async () => {
    const name = `test_erase_many_${randomBytes(4).toString("hex")}`;
    const logger = createLogger("kit", "silent");
    const options = { url: testBackend().mongodbUrl, name, appName: "kit", logger, tenancyGuard: "commands" } as const;
    db = await openTestDatabase({ ...options, indexes: { sales: [{ key: { businessId: 1, _id: 1 } }] } });
  });
  afterAll(() => db.close());
}

export const anyone: PersonIdentifier[] = [{ kind: "userId", value: "anyone" }];

/** A business whose sales all have the same user id. */
export async function createSales(count: number, toEmail: (number: number) => string) {
  const call = createTestCall(newId("biz"), { deadline: Date.now() + 150_000 });
  const scope = db.scope(call);
  const sales = Array.from({ length: count }, (_, number): Sale => {
    return { _id: newId("sal"), userId: "anyone", email: toEmail(number), note: "red" };
  });
  await scope.collection<Sale>("sales").insertMany(sales);
  const options = { db, life, bus: {} as Bus, service: "kit" };
  const request = { requestId: newId("prq"), identifiers: anyone, tombstone: "erased_1", pass: 1 };
  const erase = () => erasePerson(options, call, request, Date.now() + 150_000);
  const end = (until: number) => endErasure(options, call, request.requestId, until);
  const countRows = () => scope.collection<ErasedRecordRow>("personErasures").count({});
  return { call, scope, sales, options, request, erase, end, countRows };
}
