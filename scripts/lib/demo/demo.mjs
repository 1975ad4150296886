// The demo business, created through the public APIs, so that the first tool call has something to show.
import { join } from "node:path";
import { createAdminClient, createTenantClient } from "../mesh/gateway-client.mjs";
import { readJson, writePrivateJson } from "../paths.mjs";
import { demoContents } from "./demo-data.mjs";

/** Creates the demo business or finds the stored one: `{ businessId, key, added }`; `added` lists what was created. */
export async function ensureDemo({ gatewayUrl, operatorUrl, operatorKey, dataDir }) {
  const file = join(dataDir, "demo.json");
  const stored = await readJson(file);
  const demo = (await isKeyAccepted(gatewayUrl, stored)) ? stored : await createDemoBusiness(operatorUrl, operatorKey);
  const business = createTenantClient(gatewayUrl, demo);
  const tools = await business.listToolNames();
  const client = await createRestClient(gatewayUrl, demo);
  const filled = new Set(demo.filled);
  const added = [];
  for (const { vertical, needs, fill } of demoContents) {
    if (filled.has(vertical) || !needs.every((tool) => tools.includes(tool))) continue;
    added.push(await fill(business, client));
    filled.add(vertical);
    // Saved after each vertical, so that an interrupted start does not fill one twice.
    await writePrivateJson(file, { ...demo, filled: [...filled] });
  }
  return { ...demo, added };
}

async function createRestClient(baseUrl, { key: apiKey, businessId }) {
  // Not at the top: `npm start` loads this file before it has built the client.
  const { createClient } = await import("@tenant-ops/client");
  // The mesh has just started, so the machine may be busy.
  return createClient({ baseUrl, apiKey, businessId, retries: 10, timeoutMs: 120_000 });
}

async function isKeyAccepted(gatewayUrl, stored) {
  if (!stored) return false;
  try {
    await createTenantClient(gatewayUrl, stored).listToolNames();
    return true;
  } catch (error) {
    // The database was deleted or the key revoked: create a new business.
    if (error.status === 401 || error.status === 403) return false;
    throw error;
  }
}

async function createDemoBusiness(operatorUrl, operatorKey) {
  const operator = createAdminClient(operatorUrl, operatorKey);
  const { _id: businessId } = await operator.createBusiness({
    name: "Demo Business",
    country: "MX",
    currency: "MXN",
    timeZone: "America/Mexico_City",
  });
  const { key } = await operator.createKey(businessId, { name: "npm start" });
  return { businessId, key, filled: [] };
}
