// The demo business, created through the public APIs, so that the first tool call has something to show.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { createAdminClient, createTenantClient } from "../mesh/gateway-client.mjs";
import { readJson, writePrivateJson } from "../paths.mjs";

/**
 * Creates the demo business or finds the stored one: `{ businessId, key, testKey, added }`; `added` lists what was created. The data is that of
 * `POST /v1/public/sandbox/seed`. `testKey` is for the sandbox, which is empty at first.
 */
export async function ensureDemo({ gatewayUrl, operatorUrl, operatorKey, dataDir }) {
  // Imported here, because this file is also loaded before the bundles are built.
  const { demoContents } = await import("../../../deploy/dist/demo-data.mjs");
  const file = join(dataDir, "demo.json");
  const stored = await readJson(file);
  const operator = createAdminClient(operatorUrl, operatorKey);
  const found = (await isKeyAccepted(gatewayUrl, stored)) ? stored : await createDemoBusiness(operator);
  const demo = { ...found, testKey: found.testKey ?? (await createTestKey(operator, found)) };
  await writePrivateJson(file, demo);
  const toSlug = (word) => `${word}-${randomBytes(3).toString("hex")}`;
  const business = { ...createTenantClient(gatewayUrl, demo), toSlug };
  const tools = await business.listToolNames();
  const filled = new Set(demo.filled);
  const added = [];
  for (const { area, needs, fill } of demoContents) {
    if (filled.has(area) || !needs.every((tool) => tools.includes(tool))) continue;
    added.push((await fill(business)).summary);
    filled.add(area);
    // Saved after each area, so that no area is filled twice after an interrupted start.
    await writePrivateJson(file, { ...demo, filled: [...filled] });
  }
  return { ...demo, added };
}

/** A link that signs the owner of the demo business in once. */
export async function createConsoleLink({ operatorUrl, operatorKey, businessId }) {
  const owner = { name: "Demo Owner", email: "owner@demo.example", role: "owner" };
  return (await createAdminClient(operatorUrl, operatorKey).createInvitation(businessId, owner)).url;
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

async function createDemoBusiness(operator) {
  const { _id: businessId } = await operator.createBusiness({
    name: "Demo Business",
    country: "MX",
    currency: "MXN",
    timeZone: "America/Mexico_City",
  });
  const { key } = await operator.createKey(businessId, { name: "npm start" });
  return { businessId, key, filled: [] };
}

async function createTestKey(operator, { businessId }) {
  const { key } = await operator.createKey(businessId, { name: "npm start, sandbox", mode: "test" });
  return key;
}
