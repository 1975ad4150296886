// Which calls cost a large business more than a small one.

const ratioMax = 2;
/** Below these a call is cheap for both, and a ratio would say nothing. */
const floor = { examined: 50, cpuMs: 1 };

/** @returns one row per call, the largest ratio first */
export function compareCalls(small, large) {
  const rows = [...large].flatMap(([name, amount]) => {
    const before = small.get(name);
    return before ? [compare(name, before, amount)] : [];
  });
  return rows.toSorted((one, other) => other.ratio - one.ratio);
}

function compare(name, small, large) {
  const examined = (amount) => amount.documents + amount.keys;
  const byRows = (examined(large) + floor.examined) / (examined(small) + floor.examined);
  const byCpu = (large.cpuMs + floor.cpuMs) / (small.cpuMs + floor.cpuMs);
  return { name, small, large, byRows, byCpu, ratio: Math.max(byRows, byCpu) };
}

export function formatComparison(compared, { rows, smallRows, mongod }) {
  const failed = compared.filter(({ ratio }) => ratio > ratioMax);
  const line = ({ name, small, large, byRows, byCpu }) =>
    `| ${name} | ${small.documents} / ${large.documents} | ${small.keys} / ${large.keys} | ${byRows.toFixed(2)} | ${ms(small)} / ${ms(large)} | ${byCpu.toFixed(2)} | ${byRows > ratioMax || byCpu > ratioMax ? large.worst : ""} |`;
  const text = [
    `${smallRows} rows per collection against ${rows}, mongod ${mongod}; ${compared.length} calls, ${failed.length} above ${ratioMax}.`,
    "",
    "| Call | Documents examined | Keys examined | Ratio | Database CPU ms | Ratio | Most rows |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...compared.map(line),
    "",
  ].join("\n");
  return { text, failures: failed.length };
}

const ms = ({ cpuMs }) => cpuMs.toFixed(2);
