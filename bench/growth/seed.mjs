// Fills the databases: the records of the original business once for each neighbour, and many times for the measured businesses.
import { join } from "node:path";
import { root } from "../../scripts/lib/paths.mjs";
import { createRewriter, growingCollections, insertCopies, rewriteTexts, withoutIndexes } from "./copy-records.mjs";

/** Collections of the kit or of single processes, which are created again when they are needed. */
const notCopied = new Set([
  ...["outbox", "inbox", "idempotency", "leases", "deadLetters", "quotaGuards"],
  ...["lanes", "dailySecrets", "visitors", "visitorUsage", "endpoints", "system.profile", "giftTypes", "rouletteTypes"],
]);

/** @returns per measured business the function that writes a text of the original as this business has it */
export async function seedBusinesses(client, prefix, original, { subjects, neighbours }) {
  const { computeCampaignId } = await import(join(root, "services/flows/dist/campaigns/campaigns.rules.js"));
  const flows = await client
    .db(`${prefix}flows`)
    .collection("flows")
    .find({ businessId: original.businessId })
    .toArray();
  const slugs = new Set(flows.map(({ slug }) => slug));
  const campaigns = new Set(flows.map(({ campaign }) => campaign));
  const toRewriter = (to, suffix) => {
    const toPair = (name) => [computeCampaignId(original.businessId, name), computeCampaignId(to, name)];
    const campaignIds = new Map([...campaigns].map(toPair));
    return createRewriter({ from: original.businessId, to, suffix, slugs, campaignIds });
  };
  const rewriters = new Map(
    subjects.map(({ businessId }, index) => [businessId, toRewriter(businessId, `-m${index}`)]),
  );
  const others = Array.from({ length: neighbours }, (_, index) => {
    const id = `biz_${String(index).padStart(26, "0")}`;
    return toRewriter(id, `-n${index}`);
  });
  for (const [service, growing] of Object.entries(growingCollections)) {
    const database = client.db(`${prefix}${service}`);
    for (const name of await listCopied(database)) {
      const collection = database.collection(name);
      const records = await collection.find({ businessId: original.businessId }).toArray();
      if (records.length === 0) continue;
      await withoutIndexes(collection, async () => {
        await insertCopies(
          collection,
          others.flatMap((rewrite) => toRecords(records, rewrite)),
          1,
        );
        for (const { businessId, rows } of subjects) {
          const copied = toRecords(records, rewriters.get(businessId));
          await insertCopies(collection, copied, name in growing ? rows : 1, growing[name]);
        }
      });
    }
  }
  return rewriters;
}

async function listCopied(database) {
  const found = await database.listCollections({}, { nameOnly: true }).toArray();
  return found.map(({ name }) => name).filter((name) => !notCopied.has(name));
}

const toRecords = (records, rewrite) => records.map((record) => rewriteTexts(record, rewrite));
