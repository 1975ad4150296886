// Which calls cost a large business more than a small one.

const ratioMax = 2;
/** Below these values a call is cheap for both businesses, and a ratio would mean nothing. */
const floor = { examined: 50, cpuMs: 1 };

/**
 * @param readsEverything names of calls whose cost has to grow
 * @returns one row per call, the largest ratio first
 */
export function compareCalls(small, large, readsEverything) {
  const rows = [...large].flatMap(([name, amount]) => {
    const before = small.get(name);
    return before ? [{ ...compare(name, before, amount), mayGrow: readsEverything.has(name.split(/[ ,]/)[0]) }] : [];
  });
  return rows.toSorted((one, other) => other.ratio - one.ratio);
}

function compare(name, small, large) {
  const examined = (amount) => amount.documents + amount.keys;
  // A small business may have less than one page of a list.
  const answered = Math.max(1, (large.bytesAnswered ?? 1) / (small.bytesAnswered ?? 1));
  const byRows = (examined(large) + floor.examined) / (examined(small) + floor.examined) / answered;
  const byCpu = (large.cpuMs + floor.cpuMs) / (small.cpuMs + floor.cpuMs) / answered;
  return { name, small, large, byRows, byCpu, ratio: Math.max(byRows, byCpu) };
}

export function formatComparison(compared, { rows, smallRows, mongod }) {
  const failed = compared.filter(({ ratio, mayGrow }) => ratio > ratioMax && !mayGrow);
  const line = ({ name, small, large, byRows, byCpu, mayGrow }) =>
    `| ${name}${mayGrow ? " (reads everything)" : ""} | ${small.documents} / ${large.documents} | ${small.keys} / ${large.keys} | ${byRows.toFixed(2)} | ${ms(small)} / ${ms(large)} | ${byCpu.toFixed(2)} | ${byRows > ratioMax || byCpu > ratioMax ? large.worst : ""} |`;
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

const heldMaxMs = 50;
const shownLoops = 15;

/** The calls of the large business that hold the event loop of a process for longest. */
export function formatLoops(calls) {
  const sorted = [...calls].toSorted(([, one], [, other]) => other.held.ms - one.held.ms);
  const failed = sorted.filter(([, { held }]) => held.ms > heldMaxMs);
  const line = ([name, { held }]) => `| ${name} | ${held.name} | ${held.ms.toFixed(1)} |`;
  const text = [
    `${failed.length} of ${sorted.length} calls hold an event loop for more than ${heldMaxMs} ms. The longest:`,
    "",
    "| Call | Process | Held ms |",
    "| --- | --- | --- |",
    ...sorted.slice(0, Math.max(shownLoops, failed.length)).map(line),
    "",
  ].join("\n");
  return { text, failures: failed.length };
}

const bytesReadMin = 20_000;
const shownReads = 10;

/** The reads of the large business that take the most from the database for each byte of their answer. */
export function formatBytes(calls) {
  const toRatio = ({ bytesRead, bytesAnswered }) => bytesRead / bytesAnswered;
  const found = [...calls]
    .filter(([, call]) => call.bytesRead > bytesReadMin && call.bytesAnswered)
    .toSorted(([, one], [, other]) => toRatio(other) - toRatio(one));
  const line = ([name, call]) =>
    `| ${name} | ${call.bytesRead} | ${call.bytesAnswered} | ${toRatio(call).toFixed(1)} |`;
  return [
    `${found.length} reads take more than ${bytesReadMin} bytes from the database. The most for each byte of the answer:`,
    "",
    "| Call | Bytes read | Bytes answered | Ratio |",
    "| --- | --- | --- | --- |",
    ...found.slice(0, shownReads).map(line),
    "",
  ].join("\n");
}
