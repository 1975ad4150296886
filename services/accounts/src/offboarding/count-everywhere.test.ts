import { Refusal } from "@tenant-ops/kit/errors";
import { expect, test } from "vitest";
import type { DataHolder } from "./business-data.js";
import { countEverywhere } from "./count-everywhere.js";

const supply = createHolder("supply", async (position) =>
  position === ""
    ? { found: [{ collection: "stocks", records: 2 }], position: "stocks" }
    : { found: [{ collection: "stocks", records: 1 }], position: "" },
);
const flows = createHolder("flows", async () => {
  throw new Refusal("deadline_exceeded", "The flows service did not answer in time.");
});

function createHolder(service: string, count: (position: string) => ReturnType<DataHolder["data"]["count"]>) {
  const data = { count: (_call: unknown, position: string) => count(position) };
  return { service, data } as unknown as DataHolder;
}

test("a preview returns the counts so far, and says that they are incomplete when a process is too slow", async () => {
  const counted = await countEverywhere([supply, flows], ["biz_1"], Date.now() + 60_000);
  expect(counted).toEqual({ records: [{ service: "supply", collection: "stocks", records: 3 }], isComplete: false });
});

test("the count for a receipt fails when a process is too slow", async () => {
  const count = countEverywhere([supply, flows], ["biz_1"]);
  await expect(count).rejects.toMatchObject({ code: "deadline_exceeded" });
});

test("any other failure is thrown", async () => {
  const broken = createHolder("learning", async () => {
    throw new Refusal("service_unavailable", "The learning service is unavailable.");
  });
  const count = countEverywhere([supply, broken], ["biz_1"], Date.now() + 60_000);
  await expect(count).rejects.toMatchObject({ code: "service_unavailable" });
});
