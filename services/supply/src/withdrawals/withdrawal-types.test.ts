import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { ResourceService } from "@tenant-ops/proto/common";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { beforeAll, describe, expect, test } from "vitest";
import { supply } from "../supply.js";
import { withdrawalRequest, createCenterStock, expectRefusal, type SupplyTenant } from "../testing.js";

// Runs on a real HTTP server, MongoDB and NATS. Every test has a business of its own.
let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

const path = "/v1/public/supply/withdrawal-types";
const standard = ["insumos", "uniformes", "premios", "equipo", "merma", "otro"];

async function send(tenant: SupplyTenant, method: string, body?: unknown) {
  const response = await tenant.http(method, path, body === undefined ? {} : { body });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

describe("withdrawal types", () => {
  test("are initially the six standard ones", async () => {
    expect((await send(service.newTenant(), "GET")).answer).toEqual({ types: standard, standard, own: [] });
  });

  test("that a business adds can be used immediately, and by no other business", async () => {
    const [tenant, otherTenant] = [service.newTenant(), service.newTenant()];
    const { ids } = await createCenterStock(tenant);
    const { ids: elsewhere } = await createCenterStock(otherTenant);
    const withdrawalType = "muestras";
    expect(
      (await expectRefusal(tenant.rpc.proposeWithdrawal(withdrawalRequest({ ...ids, withdrawalType })))).code,
    ).toBe("unknown_withdrawal_type");

    const { answer } = await send(tenant, "PUT", { types: [...standard, "Muestras"] });

    expect(answer).toEqual({ types: [...standard, "muestras"], standard, own: ["muestras"] });
    expect((await send(tenant, "GET")).answer).toEqual(answer);
    await tenant.rpc.approveWithdrawal(withdrawalRequest({ ...ids, withdrawalType }));
    const otherTenants = otherTenant.rpc.approveWithdrawal(withdrawalRequest({ ...elsewhere, withdrawalType }));
    expect((await expectRefusal(otherTenants)).code).toBe("unknown_withdrawal_type");
  });

  test("can be removed; the standard ones stay", async () => {
    const tenant = service.newTenant();
    await send(tenant, "PUT", { types: ["muestras"] });
    expect((await send(tenant, "PUT", { types: [] })).answer).toEqual({ types: standard, standard, own: [] });
  });

  test("sent again with the same Idempotency-Key change nothing, also when they were replaced meanwhile", async () => {
    const tenant = service.newTenant();
    const put = (types: string[], key: string) =>
      tenant.http("PUT", path, { body: { types }, headers: { "idempotency-key": key } });
    const first = await (await put(["muestras"], "a")).json();
    await put(["regalos"], "b");
    const repeated = await put(["muestras"], "a");
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
    expect(await repeated.json()).toEqual(first);
    expect((await send(tenant, "GET")).answer).toMatchObject({ own: ["regalos"] });
  });

  test("put twice at once are one of the two lists", async () => {
    const tenant = service.newTenant();
    const answers = await Promise.all([send(tenant, "PUT", { types: ["a1"] }), send(tenant, "PUT", { types: ["b1"] })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { answer } = await send(tenant, "GET");
    expect(answers.map((put) => put.answer)).toContainEqual(answer);
  });

  test.each([{ types: "muestras" }, { types: [{ $gt: "" }] }, { types: [""] }, {}, { types: [], businessId: "x" }])(
    "%j is refused",
    async (body) => {
      const { status, answer } = await send(service.newTenant(), "PUT", body);
      expect({ status, error: answer["error"] }).toEqual({ status: 422, error: "invalid_argument" });
    },
  );
});

describe("supply's resources", () => {
  test("are the three of the specification", async () => {
    const { resources } = await service.newTenant().rpcOf(ResourceService).listResources({});
    expect(resources.map(({ uri, name }) => [uri, name])).toEqual([
      ["service://supply/schema/stock", "supply_stock_schema"],
      ["service://supply/schema/withdrawals", "supply_withdrawal_schema"],
      ["service://supply/schema/centers", "supply_service_center_schema"],
    ]);
  });

  test("name every field that the answers have", async () => {
    const rpc = service.newTenant().rpcOf(ResourceService);
    const text = async (name: string) => (await rpc.readResource({ uri: `service://supply/schema/${name}` })).text;
    const fields = {
      stock: ["productName", "totalStock", "minStockAlert", "currentStock", "criticality", "stock_id"],
      withdrawals: ["withdrawal_type", "entregador", "tipo_entrega", "tipoEntrega", "stockAfter", "insufficient_stock"],
      centers: ["geo", "latitude", "schedule", "activeMemberDuration", "maps_link", "country_id"],
    };
    for (const [name, names] of Object.entries(fields)) {
      const found = await text(name);
      expect(names.filter((field) => !found.includes(`\`${field}\``))).toEqual([]);
    }
  });

  test("show each business its own withdrawal types", async () => {
    const [tenant, otherTenant] = [service.newTenant(), service.newTenant()];
    await send(tenant, "PUT", { types: ["muestras"] });
    const uri = "service://supply/schema/withdrawals";
    const read = async (who: SupplyTenant) => (await who.rpcOf(ResourceService).readResource({ uri })).text;
    expect(await read(tenant)).toContain("| `muestras` | this business |");
    expect(await read(otherTenant)).not.toContain("muestras");
    for (const name of standard) expect(await read(otherTenant)).toContain(`| \`${name}\` | standard |`);
  });
});
