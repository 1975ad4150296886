import { type Db, MongoNetworkError, MongoServerError } from "mongodb";
import { expect, test } from "vitest";
import { createLogger } from "../../telemetry/logger.js";
import { toCursor, toRawRows } from "../../serialization/raw-rows.testing.js";
import { createRawFinder } from "./raw-finder.js";
import { createTenancyGuard } from "./tenancy-guard.js";

const guard = createTenancyGuard({ shared: new Set(), logger: createLogger("test", "silent") });
const command = {
  find: "stocks",
  filter: { businessId: "biz_01m80swsgwfk1brgrt97jrcapm" },
  limit: 1,
  singleBatch: true,
};

/** A database that fails with these errors first. */
function createFailing(...errors: Error[]) {
  const sent: object[] = [];
  const send = async (given: object) => {
    sent.push(given);
    const error = errors.shift();
    if (error) throw error;
    return { cursor: toCursor([{ _id: "row" }]) };
  };
  return { sent, find: createRawFinder({ command: send } as unknown as Db, guard) };
}

test("a read whose connection broke is sent once more, as the driver does for its own methods", async () => {
  const { sent, find } = createFailing(new MongoNetworkError("closed"));
  expect(await find(command)).toEqual(toRawRows([{ _id: "row" }]));
  expect(sent).toHaveLength(2);
  const again = createFailing(new MongoNetworkError("closed"), new MongoNetworkError("closed"));
  await expect(again.find(command)).rejects.toThrow("closed");
  expect(again.sent).toHaveLength(2);
});

test("a read that took too long or is wrong is not sent again", async () => {
  for (const code of [50, 2]) {
    const { sent, find } = createFailing(new MongoServerError({ message: "no", code }));
    await expect(find(command)).rejects.toThrow("no");
    expect(sent).toHaveLength(1);
  }
});

test("a command whose filter names no business, or several, is refused before it is sent", async () => {
  const { sent, find } = createFailing();
  for (const filter of [{}, { businessId: { $in: ["biz_01m80swsgwfk1brgrt97jrcapm"] } }, { businessId: "" }])
    await expect(find({ ...command, filter })).rejects.toThrow("does not name the business");
  expect(sent).toEqual([]);
});
