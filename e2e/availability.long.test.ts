// One caller must not make the gateway unavailable for others. Each test compares the calls of one business, the observed one, without an attack and
// during an attack, over loopback and with a bounded number of requests.
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Attack, attackDuring, runPhase, type Statuses } from "./support/faults/attack.js";
import { createFlows } from "./support/records/large-business.js";
import { scrape } from "./support/mesh/metrics.js";
import { type Business, startTestMesh, type OwnTestMesh } from "./support/mesh/test-mesh.js";

const calls = 50;
vi.setConfig({ testTimeout: 900_000 });
/** How much lower the success rate of the observed business may be during an attack. */
const tolerance = 0.02;

let testMesh: OwnTestMesh;
let observed: Business;
beforeAll(async () => {
  testMesh = await startTestMesh({
    env: {
      gateway: {
        // The threshold of production. The limits on requests are high, so that the attacks are not stopped by them.
        EVENT_LOOP_DELAY_MAX_MS: 250,
        IN_FLIGHT_PER_BUSINESS_MAX: 1000,
        IN_FLIGHT_PER_ADDRESS_MAX: 1000,
        // Attackers choose their address with X-Forwarded-For.
        TRUSTED_PROXIES: "127.0.0.1/32",
      },
    },
  });
  observed = await testMesh.createBusiness();
});
afterAll(() => testMesh.stop());

const jsonType = { "content-type": "application/json" };

const callTool =
  (business: Business, name: string, args: object = {}) =>
  (signal: AbortSignal) =>
    fetch(`${testMesh.url}/mcp`, {
      method: "POST",
      signal,
      headers: { ...jsonType, "x-api-key": business.key },
      body: JSON.stringify({ name, arguments: args }),
    });

const post = (path: string, body: string, headers: Record<string, string> = jsonType): Omit<Attack, "connections"> => ({
  method: "POST",
  url: `${testMesh.url}${path}`,
  headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
  body,
});

/** Compares the calls of the observed business without and with the attack. @returns the statuses that the attacker got */
async function expectUnaffected(
  attack: Attack,
  call = callTool(observed, "supply_list_service_center_stocks"),
): Promise<Statuses> {
  // The test proves something only if the calls succeed without the attack. After an earlier attack or on a busy machine, the gateway may still be
  // slow.
  const quiet = await eventually(async () => {
    const phase = await runPhase(calls, call);
    expect(phase.successRate).toBeGreaterThan(0.9);
    return phase;
  }, 120_000);
  const { result, attacked } = await attackDuring(attack, () => runPhase(calls, call));
  const phases = { quiet: quiet.statuses, attack: result.statuses, attacked };
  if (process.env["TEST_ATTACK_RESULTS"]) console.log(expect.getState().currentTestName, JSON.stringify(phases));
  if (result.successRate < quiet.successRate - tolerance)
    expect(phases).toBe("the calls of the observed business succeed in both phases");
  return attacked;
}

describe("a caller without a credential", () => {
  const formType = { "content-type": "application/x-www-form-urlencoded" };

  test("who sends token requests with 50,000 form fields does not affect a business", async () => {
    const form = Array.from({ length: 50_000 }, (_, n) => `a${n % 1000}=`).join("&");
    const attack = post("/oauth/token", form.slice(0, 255 * 1024), formType);
    const attacked = await expectUnaffected({ ...attack, connections: 16 });
    expect(Object.keys(attacked).filter((status) => !["413", "503", "broken"].includes(status))).toEqual([]);
  });

  test("who sends the largest token requests does not affect a business", async () => {
    const form = `grant_type=client_credentials&client_id=biz_1&client_secret=${"x".repeat(8000)}`;
    await expectUnaffected({ ...post("/oauth/token", form, formType), connections: 16 });
  });

  test("who sends large bodies to paths that do not exist does not affect a business", async () => {
    await expectUnaffected({ ...post("/nowhere", `{"a":[${"1,".repeat(120_000)}1]}`), connections: 16 });
  });
});

describe("a business within its limits", () => {
  let attacker: Business;
  beforeAll(async () => {
    attacker = await testMesh.createBusiness();
  });

  test("that sends costly requests without a pause is refused first, and other businesses are served", async () => {
    // 250 KB that have to be parsed, measured and written again for the service.
    const body = JSON.stringify({ a: Array.from({ length: 9000 }, (_, n) => ({ [`n${n}`]: `${n}`.padEnd(14, "x") })) });
    const headers = { ...jsonType, "x-api-key": attacker.key, "x-business-id": attacker.businessId };
    await expectUnaffected({ ...post("/v1/public/courses", body, headers), connections: 64 });
    const { samples } = await scrape(testMesh.mesh.adminUrls["gateway"] ?? "");
    const loopSeconds = samples.find(
      ({ name, labels }) => name === "tenantops_loop_seconds_total" && labels["caller"] === "business",
    );
    expect(loopSeconds?.value).toBeGreaterThan(0);
  });
});

describe("a business that sends arguments far over the limits of the contract", () => {
  const unknown = Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`unknown_field_${n}`, n]));

  test.each([
    ["80,000 gifts", { gifts: Array.from({ length: 80_000 }, () => ({})) }],
    ["9,000 unknown names", unknown],
  ])("does not affect another one: %s", async (_name, args) => {
    const { key } = await testMesh.createBusiness();
    const body = JSON.stringify({ name: "roulettes_propose_roulette", arguments: args });
    const attack = post("/mcp", body, { ...jsonType, "x-api-key": key });
    const attacked = await expectUnaffected({ ...attack, connections: 16 });
    expect(Object.keys(attacked).filter((status) => !["400", "422", "503"].includes(status))).toEqual([]);
  });
});

describe("a business with 20,000 flows", () => {
  test("that lists its campaigns without a pause does not affect another one", async () => {
    const large = await testMesh.createBusiness();
    await createFlows(testMesh, large, 20_000);
    const listCampaigns = (business: Business) => ({
      url: `${testMesh.url}/v1/public/campaigns?limit=500`,
      headers: { "x-api-key": business.key, "x-business-id": business.businessId },
    });
    const { url, headers } = listCampaigns(observed);
    await expectUnaffected({ method: "GET", ...listCampaigns(large), connections: 16 }, (signal) =>
      fetch(url, { headers, signal }),
    );
  });
});

describe("callers with many addresses", () => {
  test("who guess keys do not affect a business, and do not reset the limit of one that has used it up", async () => {
    const exhausted = await testMesh.createBusiness({ rates: { requestsPerMinute: 5 } });
    const call = callTool(exhausted, "supply_list_service_center_stocks");
    expect((await runPhase(7, call)).statuses["429"]).toBeGreaterThan(0);
    const guess = post("/mcp", "{}", { ...jsonType, "x-api-key": `svc_live_${"A".repeat(38)}` });
    await expectUnaffected({ ...guess, connections: 16, spoofsAddresses: true });
    // Five requests in a minute: only a few have become available again.
    expect((await runPhase(8, call)).statuses["429"]).toBeGreaterThan(0);
  });
});
