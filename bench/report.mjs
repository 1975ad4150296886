/** The figures as Markdown. Ratios come first, because only they can be compared with another machine. */
export function formatReport(results, { seconds, rounds, connections, cores, mongod }) {
  const operations = [...new Set(results.map(({ operation }) => operation))];
  const findMedianRound = (operation, side) =>
    pickMedianRound(results.filter((row) => row.operation === operation && row.side === side));
  const ratios = operations.map((operation) => {
    const [mesh, monolith] = [findMedianRound(operation, "mesh"), findMedianRound(operation, "monolith")];
    return `| ${operation} | ${(mesh.perSecond / monolith.perSecond).toFixed(2)} | ${(mesh.p50 / monolith.p50).toFixed(2)} | ${(mesh.p99 / monolith.p99).toFixed(2)} |`;
  });
  const figures = operations.flatMap((operation) =>
    ["monolith", "mesh"].map((side) => {
      const { perSecond, p50, p99, failed, cpu } = findMedianRound(operation, side);
      const parts = Object.entries(cpu).map(([name, micros]) => `${name} ${Math.round(micros)}`);
      return `| ${operation} | ${side} | ${Math.round(perSecond)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${failed} | ${parts.join(", ")} |`;
    }),
  );
  return [
    `${rounds} rounds of ${seconds} s each, alternating, ${connections} connections, ${cores} cores, Node ${process.versions.node}, ${mongod ?? "mongod"}; the median round.`,
    "",
    "| Mesh ÷ monolith | calls per second | p50 | p99 |",
    "| --- | --- | --- | --- |",
    ...ratios,
    "",
    "| Operation | Side | Calls/s | p50 ms | p99 ms | Failed | CPU µs per call, by process |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...figures,
    "",
  ].join("\n");
}

/** The round with the median throughput, as a whole: a row must not mix figures of different rounds. */
export function pickMedianRound(rows) {
  return rows.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rows.length / 2)];
}
