const monoliths = ["usual monolith", "well-written monolith"];
const ownSides = ["mesh", "all"];
export const withRule = "all with a rule";
const pairs = [
  ...ownSides.flatMap((side) => monoliths.map((name) => [side, name])),
  ["all", "mesh"],
  ["all", "sdk"],
  [withRule, "all"],
];

/** The figures as Markdown. Ratios come first, because only they can be compared with another machine. */
export function formatReport(results, { seconds, rounds, connections, cores, mongod, commit }) {
  const sides = [...new Set(results.map(({ side }) => side))];
  const operations = [...new Set(results.map(({ operation }) => operation))];
  const listRounds = (operation, side) => results.filter((row) => row.operation === operation && row.side === side);
  const ratios = operations.flatMap((operation) =>
    pairs
      .filter((pair) => pair.every((side) => listRounds(operation, side).length > 0))
      .map(([side, reference]) => {
        const [own, other] = [listRounds(operation, side), listRounds(operation, reference)];
        const cells = [getThroughput, ({ p50 }) => p50, ({ p99 }) => p99, sumCpu, sumOwnCpu].map((figure) =>
          formatRatio(own, other, figure),
        );
        return `| ${operation} | ${side} ÷ ${reference} | ${cells.join(" | ")} |`;
      }),
  );
  const figures = operations.flatMap((operation) =>
    sides.flatMap((side) => {
      if (listRounds(operation, side).length === 0) return [];
      const { perSecond, p50, p99, failed, cpu, work } = pickMedianRound(listRounds(operation, side));
      const cells = [Math.round(perSecond), p50.toFixed(1), p99.toFixed(1), failed, formatCpu(cpu), formatWork(work)];
      return `| ${operation} | ${side} | ${cells.join(" | ")} |`;
    }),
  );
  return [
    `Commit ${commit}: ${rounds} alternating rounds of about ${seconds} s each, ${connections} connections, ${cores} cores, Node ${process.versions.node}, ${mongod ?? "mongod"}. Ratios: the median of the ratios of single rounds, and in brackets the lowest and the highest. Figures: the median round.`,
    "",
    "| Operation | Ratio | calls per second | p50 | p99 | CPU per call | without MongoDB and NATS |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...ratios,
    "",
    "| Operation | Side | Calls/s | p50 ms | p99 ms | Failed | CPU µs per call, by process | Database, per call |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...figures,
    "",
  ].join("\n");
}

/** What a call costs all processes, the database included. */
const sumCpu = ({ cpu }) => Object.values(cpu).reduce((sum, micros) => sum + micros, 0);
const sumOwnCpu = ({ cpu: { mongod: _mongod, nats: _nats, ...own } }) => sumCpu({ cpu: own });
const getThroughput = ({ perSecond }) => perSecond;

/**
 * What a call cost at another commit, divided by what it costs here: below 1, it costs more here.
 * @param results rows of the sides `mesh`, `all` and of the same with ` of <commit>`
 */
export function compareCosts(results, commit) {
  return [...new Set(results.map(({ operation }) => operation))].flatMap((operation) =>
    ownSides.flatMap((side) => {
      const [here, there] = [side, `${side} of ${commit}`].map((name) =>
        results.filter((row) => row.operation === operation && row.side === name),
      );
      return here.length === 0 ? [] : [{ operation, side, ...summarizeRatios(there, here, sumCpu) }];
    }),
  );
}

/** Both sides of a ratio come from the same round, because the speed of a virtual machine changes from minute to minute. */
function summarizeRatios(some, others, figure) {
  const ratios = some.map((row, round) => figure(row) / figure(others[round])).toSorted((a, b) => a - b);
  return { ratio: ratios[Math.floor(ratios.length / 2)], lowest: ratios.at(0), highest: ratios.at(-1) };
}

function formatRatio(some, others, figure) {
  const { ratio, lowest, highest } = summarizeRatios(some, others, figure);
  return `${ratio.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`;
}

export const formatCpu = (cpu) =>
  Object.entries(cpu)
    .map(([name, micros]) => `${name} ${Math.round(micros)}`)
    .join(", ");

export const formatWork = (work) =>
  Object.entries(work)
    .map(([name, perCall]) => `${name} ${perCall.toFixed(2)}`)
    .join(", ");

/** The round with the median throughput, as a whole: a row must not mix figures of different rounds. */
export function pickMedianRound(rows) {
  return rows.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(rows.length / 2)];
}
