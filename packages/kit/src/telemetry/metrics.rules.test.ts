import { expect, test } from "vitest";
import { createMetrics, createProcessRegistry, mergeMetrics } from "./metrics.js";

test("a metric that several parts of a process have is declared once, with the samples of all parts behind it", async () => {
  const [supply, flows] = [createMetrics("supply"), createMetrics("flows")];
  supply.transactionRetries.inc(2);
  flows.transactionRetries.inc(3);
  const text = mergeMetrics(await Promise.all([supply, flows].map(({ registry }) => registry.metrics())));
  const lines = text.split("\n");
  const at = lines.indexOf("# TYPE tenantops_transaction_retries_total counter");
  expect(lines.slice(at + 1, at + 3)).toEqual([
    'tenantops_transaction_retries_total{service="supply"} 2',
    'tenantops_transaction_retries_total{service="flows"} 3',
  ]);
  const declared = lines.filter((line) => line.startsWith("# TYPE "));
  expect(new Set(declared).size).toBe(declared.length);
});

test("the metrics of one registry stay as they are", async () => {
  const text = await createProcessRegistry("supply").metrics();
  const sorted = (lines: string) => lines.split("\n").filter(Boolean).toSorted();
  expect(sorted(mergeMetrics([text]))).toEqual(sorted(text));
});
