// Copies the records that a business created through the API to other businesses, and multiplies the kinds of records that grow with use. A copy
// keeps the references of its original, so lists and sums of one product, roulette or course grow too.

/** Per service, the collections that grow with use, and the field whose value differs from copy to copy, if one must. */
export const growingCollections = {
  supply: {
    centers: undefined,
    stocks: undefined,
    centerStocks: "serviceCenterId",
    withdrawals: undefined,
    stock_movements: "seq",
    transfers: undefined,
  },
  roulettes: { items: undefined, roulettes: undefined, players: "userId", spins: "number", prizes: "code" },
  learning: { courses: "slug", sessions: "userId", examAttempts: "n" },
  flows: {
    flows: "slug",
    targets: undefined,
    registrations: undefined,
    testRuns: undefined,
    campaigns: "campaign",
    campaignSummaries: "campaign",
  },
  webhooks: { events: undefined, deliveries: "nonce", recoveries: undefined },
};

const rowsPerCommand = 5000;
const idPattern = /\b(?!biz_|key_)[a-z]{3,4}_[0-9a-hjkmnp-tv-z]{26}/g;

/** @returns a function that writes a text of the original business as the copy has it: ids and slugs get the suffix */
export function createRewriter({ from, to, suffix, slugs, campaignIds }) {
  return (text) => {
    if (text === from) return to;
    if (slugs.has(text)) return `${text}${suffix}`;
    const known = campaignIds.get(text);
    if (known) return known;
    return text.replaceAll(from, to).replaceAll(idPattern, (id) => campaignIds.get(id) ?? `${id}${suffix}`);
  };
}

/** Applies `rewrite` to every text of a record. Dates and binary values stay. */
export function rewriteTexts(value, rewrite) {
  if (typeof value === "string") return rewrite(value);
  if (Array.isArray(value)) return value.map((one) => rewriteTexts(one, rewrite));
  const isPlain = value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rewriteTexts(one, rewrite)]));
}

/** Inserts `rows` records that are made of these. Copy 0 of each is the record itself. */
export async function insertCopies(collection, records, rows, uniqueField) {
  const copies = Math.max(1, Math.ceil(rows / records.length));
  let batch = [];
  const flush = async () => {
    if (batch.length > 0) await collection.insertMany(batch, { ordered: false, writeConcern: { w: 1, j: false } });
    batch = [];
  };
  for (let copy = 0; copy < copies; copy += 1) {
    for (const record of records) {
      batch.push(copy === 0 ? record : toCopy(record, copy, uniqueField));
      if (batch.length === rowsPerCommand) await flush();
    }
  }
  await flush();
}

/** Copies are older than the record itself, by a minute each, so that lists have them in the order of the copies. */
function toCopy(record, copy, uniqueField) {
  const dated = Object.entries(record).map(([name, value]) => {
    const isMoved = value instanceof Date && !/expires?At|dueAt/i.test(name);
    return [name, isMoved ? new Date(value.getTime() - copy * 60_000) : value];
  });
  const next = { ...Object.fromEntries(dated), _id: `${record._id}-${copy}` };
  if (uniqueField !== undefined && next[uniqueField] !== undefined)
    next[uniqueField] = distinguish(next[uniqueField], copy);
  // Deliveries that are not counted yet; the original is counted in the next second.
  delete next.uncounted;
  if (next.certificate) {
    next.certificate = { ...next.certificate, certificateId: `${next.certificate.certificateId}-${copy}` };
  }
  return next;
}

const distinguish = (value, copy) => (typeof value === "number" ? value + copy * 10_000 : `${value}-${copy}`);

/** Without its indexes a collection takes records five times faster; they are built again afterwards. */
export async function withoutIndexes(collection, work) {
  const indexes = (await collection.indexes()).filter(({ name }) => name !== "_id_");
  await collection.dropIndexes();
  await work();
  if (indexes.length > 0) await collection.createIndexes(indexes.map(toDescription));
}

function toDescription(index) {
  const { v: _, ...description } = index;
  return description;
}
