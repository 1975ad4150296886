// What the database did during a round, from its own counters.

/** @returns {Promise<Record<string, number>>} commands by name, and documents that were read and written, since mongod started */
export async function readDatabaseWork(client) {
  const { metrics } = await client.db("admin").command({ serverStatus: 1 });
  const commands = Object.entries(metrics.commands)
    .filter(([name, counts]) => counted.has(name) && counts.total !== undefined)
    .map(([name, { total }]) => [name, Number(total)]);
  const { returned, inserted, updated } = metrics.document;
  const documents = { read: Number(returned), written: Number(inserted) + Number(updated) };
  return { ...Object.fromEntries(commands), ...documents };
}

const counted = new Set(
  "find getMore aggregate insert update delete bulkWrite findAndModify count commitTransaction abortTransaction".split(
    " ",
  ),
);

/** Per call: what was more than nothing, rounded to hundredths. */
export function subtractWork(after, before, calls) {
  const perCall = Object.entries(after).map(([name, value]) => [name, (value - (before[name] ?? 0)) / calls]);
  return Object.fromEntries(perCall.filter(([, value]) => value >= 0.005));
}
