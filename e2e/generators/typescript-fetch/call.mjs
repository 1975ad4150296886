// Calls a running mesh with the generated client. Prints one line of JSON.
import { createRequire } from "node:module";

const { Configuration, PagesApi, SupplyApi } = createRequire(import.meta.url)("./built/index.js");
const { TENANT_OPS_URL, TENANT_OPS_KEY, TENANT_OPS_BUSINESS } = process.env;
const keys = { "x-api-key": TENANT_OPS_KEY, "x-business-id": TENANT_OPS_BUSINESS };
const configuration = new Configuration({ basePath: TENANT_OPS_URL, apiKey: (name) => keys[name] });
const [supply, pages] = [new SupplyApi(configuration), new PagesApi(configuration)];

const createCenterRequest = { name: "North", geo: { latitude: 19.4517123456, longitude: -99.1385 } };
const request = { idempotencyKey: "typescript-1", createCenterRequest };
const [created, again] = [await supply.createCenter(request), await supply.createCenter(request)];
const { items } = await supply.listCenters({ search: "north" });

const rules = { withdrawals: { mode: "delete", days: 400 } };
const { kinds } = await pages.previewRetention({ previewRetentionRequest: { rules } });
const { version } = await pages.getRetention();
const change = { idempotencyKey: "typescript-2", setRetentionRequest: { version, rules } };
const retention = await pages.setRetention(change);

const refusal = await supply.getCenter({ id: "ctr_unknown" }).catch(({ response }) => response.json());
const result = {
  isOneCenter: created.id === again.id && items.length === 1 && items[0].id === created.id,
  latitude: items[0].geo.latitude,
  previewed: kinds.map(({ kind, records }) => `${kind} ${records}`),
  days: retention.rules.withdrawals.days,
  refusal: refusal.error,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
