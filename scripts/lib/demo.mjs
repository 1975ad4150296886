// A demo business, so that the first call of a newcomer shows something. Everything goes through the public doors.
import { join } from "node:path";
import { verticalDemos } from "./demo-data.mjs";
import { admin, tenant } from "./gateway.mjs";
import { readJson, writePrivateJson } from "./paths.mjs";

export const demoFile = (dataDir) => join(dataDir, "demo.json");

/** `{ businessId, key }` of this checkout's demo business; made the first time, with `say` telling what was added. */
export async function ensureDemo({ gatewayUrl, operatorKey, dataDir }) {
  const kept = await readJson(demoFile(dataDir));
  const demo = (await stillWorks(gatewayUrl, kept)) ? kept : await createDemoBusiness(gatewayUrl, operatorKey);
  const business = tenant(gatewayUrl, demo);
  const tools = await business.toolNames();
  const filled = new Set(demo.filled);
  const added = [];
  for (const { vertical, needs, fill } of verticalDemos) {
    if (filled.has(vertical) || !needs.every((tool) => tools.includes(tool))) continue;
    added.push(await fill(business));
    filled.add(vertical);
    // After each one: an interrupted start does not fill the same vertical twice.
    await writePrivateJson(demoFile(dataDir), { ...demo, filled: [...filled] });
  }
  return { ...demo, added };
}

async function stillWorks(gatewayUrl, kept) {
  if (!kept) return false;
  try {
    await tenant(gatewayUrl, kept).toolNames();
    return true;
  } catch (error) {
    // The database was thrown away, or the key was revoked: a new business then.
    if (error.status === 401 || error.status === 403) return false;
    throw error;
  }
}

async function createDemoBusiness(gatewayUrl, operatorKey) {
  const operator = admin(gatewayUrl, operatorKey);
  const { businessId } = await operator.createBusiness({
    name: "Demo Business",
    country: "MX",
    currency: "MXN",
    timeZone: "America/Mexico_City",
  });
  const { key } = await operator.createKey(businessId, { name: "npm start" });
  return { businessId, key, filled: [] };
}
