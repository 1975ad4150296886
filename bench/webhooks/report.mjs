import { cpus } from "node:os";
import { formatCpu, formatWork, pickMedianRound } from "../report.mjs";

/** The figures as Markdown. Ratios come first, because only they can be compared with another machine. */
export function formatReport(results, { deliveries, endpoints, businesses, samples, mongod }) {
  const sides = [...new Set(results.map(({ workers }) => workers))].map((workers) => {
    const own = results.filter((row) => row.workers === workers);
    const waits = own.flatMap((row) => row.waits).toSorted((a, b) => a - b);
    const quantile = (share) => waits[Math.min(Math.floor(waits.length * share), waits.length - 1)];
    const peak = Math.max(...own.map((row) => row.peak));
    return { ...pickMedianRound(own), p50: quantile(0.5), p99: quantile(0.99), peak };
  });
  const figures = sides.map(
    ({ workers, perSecond, p50, p99, repeated, cpu, work, peak }) =>
      `| ${workers} | ${Math.round(perSecond)} | ${p50} | ${p99} | ${repeated} | ${formatCpu(cpu)} | ${formatWork(work)} | ${Math.round(peak)} |`,
  );
  return [
    "",
    `Webhooks: ${results.length / sides.length} alternating rounds of ${deliveries} deliveries to ${endpoints} endpoints of ${businesses} businesses, and of ${samples} single events; ${cpus().length} cores, Node ${process.versions.node}, mongod ${mongod ?? ""}; the median round, and the times of all rounds.`,
    "",
    ...formatRatios(sides),
    "| Workers | Deliveries/s | Event to receipt p50 ms | p99 ms | Sent twice | CPU µs per delivery, by process | Database, per delivery | Worker, MB at most |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...figures,
    "",
  ].join("\n");
}

function formatRatios([one, two]) {
  if (!two) return [];
  const ratios = ["perSecond", "p50", "p99"].map((figure) => (two[figure] / one[figure]).toFixed(2));
  return [
    "| Two workers ÷ one | deliveries per second | p50 | p99 |",
    "| --- | --- | --- | --- |",
    `| event to receipt | ${ratios.join(" | ")} |`,
    "",
  ];
}
