import { WebhooksService } from "@tenant-ops/proto/webhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AuditedRow } from "../data/audits/record-audit.js";
import { startTestService, testBackend, type TestService } from "../testing/index.js";
import { type Audits, runReconciliation } from "./run-reconcile.js";
import { serviceConfig } from "./service-settings.js";
import { defineService } from "./define-service.js";
import { defineNoun } from "./noun.js";

const unused = async () => ({});
const audits: Audits = {
  records: [
    {
      records: "boxes",
      collection: "boxes",
      stages: [{ $project: { businessId: 1, units: 1 } }],
      findProblems: ({ units }: AuditedRow & { units: number }) => (units < 0 ? [`${units} units`] : []),
    },
  ],
  counts: [],
};
const boxes = defineNoun({
  api: WebhooksService,
  collections: { boxes: { indexes: [], retention: { kept: "until_deleted" }, personal: "None." } },
  audits: audits.records,
  rpcs: () => ({ listEndpoints: unused, listDeliveries: unused, getDelivery: unused }),
});
const definition = defineService({
  name: "kit",
  api: WebhooksService,
  config: serviceConfig,
  nouns: [boxes],
});

let service: TestService<typeof WebhooksService>;
beforeAll(async () => void (service = await startTestService(definition)));
afterAll(() => service.close());

/** As the process does with `--reconcile`. */
async function reconcile(...args: string[]) {
  const environment = {
    MONGODB_URL: testBackend().mongodbUrl,
    MONGODB_DATABASE: service.running.context.db.name,
    LOG_LEVEL: "silent",
  };
  let output = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => Boolean((output += String(text))));
  try {
    await runReconciliation("kit", audits, environment, ["--reconcile", ...args], async () => undefined);
    return { output, code: process.exitCode };
  } finally {
    write.mockRestore();
    process.exitCode = undefined;
  }
}

async function readMetrics(): Promise<string[]> {
  const text = await fetch(`http://127.0.0.1:${service.running.adminPort}/metrics`).then((answer) => answer.text());
  return text.split("\n").filter((line) => line.startsWith("tenantops_reconciliation_"));
}

test("a contradiction is printed, sets the exit code, and the service reports it until a run finds none", async () => {
  const scope = service.newTenant().scope();
  const boxes = scope.collection<{ _id: string; units: number }>("boxes");
  await boxes.insertMany([
    { _id: "box_1", units: 3 },
    { _id: "box_2", units: -1 },
  ]);
  expect(await readMetrics()).toEqual([]);

  const found = await reconcile();
  expect(found.code).toBe(1);
  expect(found.output).toContain(
    `  box_2 of ${scope.businessId}: -1 units\nkit: 2 boxes of 1 businesses, 1 problems.\n`,
  );
  expect(await readMetrics()).toContain('tenantops_reconciliation_problems{service="kit"} 1');

  // A run for one business does not check the others.
  expect((await reconcile("--business", "biz_other")).code).toBeUndefined();
  expect(await readMetrics()).toContain('tenantops_reconciliation_problems{service="kit"} 1');

  await boxes.updateOne({ _id: "box_2" }, { $set: { units: 0 } });
  expect(await reconcile()).toMatchObject({
    code: undefined,
    output: expect.stringContaining("the counters are right"),
  });
  const [time = "", problems] = await readMetrics();
  expect(problems).toBe('tenantops_reconciliation_problems{service="kit"} 0');
  expect(Date.now() / 1000 - Number(time.split(" ")[1])).toBeLessThan(600);
});
