import { create } from "@bufbuild/protobuf";
import type { Call } from "@tenant-ops/kit/call";
import { unavailable } from "@tenant-ops/kit/errors";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { areas } from "@tenant-ops/proto";
import { ListResourcesResponseSchema, ReadResourceResponseSchema } from "@tenant-ops/proto/common";
import { describe, expect, test } from "vitest";
import { createResources } from "./resources.js";

const call: Call = {
  businessId: "biz_1",
  country: "MX",
  currency: "MXN",
  timeZone: "UTC",
  keyId: "key_1",
  scopes: ["*"],
  requestId: "req_1",
  deadline: Date.now() + 10_000,
  operation: "resources/list",
};

/** Clients of all areas, some of them down; `asked` lists the called services. */
function createServices(down: Set<string>) {
  const asked: string[] = [];
  const unary = async (method: { name: string }, _request: unknown, asking: Call, service = "") => {
    asked.push(service);
    if (down.has(service)) throw unavailable(`${service} is down`);
    const uri = `service://${service}/schema/${asking.businessId}`;
    const message =
      method.name === "ListResources"
        ? create(ListResourcesResponseSchema, {
            resources: [{ uri, name: service, title: "", description: "", mimeType: "text/markdown" }],
          })
        : create(ReadResourceResponseSchema, { uri, mimeType: "text/markdown", text: `of ${asking.businessId}` });
    return { message, replayed: false };
  };
  // Only these two rpcs are called.
  const clients = { unary, close: () => {} } as unknown as RpcClients;
  return { clients, asked };
}

const quiet = createLogger("test", "silent");
const names = (resources: { name: string }[]) => resources.map(({ name }) => name);
const all = [...areas];

describe("resources", () => {
  test("are those of all services, in the order of the specification", async () => {
    const { clients } = createServices(new Set());
    expect(names(await createResources(clients, quiet).list(call))).toEqual(all);
  });

  test("of a service that is down are missing; the others are listed", async () => {
    const { clients } = createServices(new Set(["roulettes"]));
    expect(names(await createResources(clients, quiet).list(call))).toEqual(all.filter((name) => name !== "roulettes"));
  });

  test("are loaded once in five minutes for all callers; from a service that was down after five seconds", async () => {
    let time = 0;
    const down = new Set(["flows"]);
    const { clients, asked } = createServices(down);
    const resources = createResources(clients, quiet, () => time);
    await Promise.all(Array.from({ length: 10 }, () => resources.list(call)));
    expect(asked.toSorted()).toEqual(all.toSorted());
    down.clear();
    time += 6000;
    expect(names(await resources.list(call))).toEqual(all);
    expect(asked.slice(all.length)).toEqual(["flows"]);
    time += 5 * 60_000;
    await resources.list(call);
    expect(asked).toHaveLength(2 * all.length + 1);
  });

  test("that are cached stay listed while their service is down", async () => {
    let time = 0;
    const down = new Set<string>();
    const { clients } = createServices(down);
    const resources = createResources(clients, quiet, () => time);
    await resources.list(call);
    down.add("supply");
    time += 6 * 60_000;
    expect(names(await resources.list(call))).toEqual(all);
  });

  test("are listed and readable only in areas where the key has a scope, read or write", async () => {
    const { clients } = createServices(new Set());
    const resources = createResources(clients, quiet);
    const writer = { ...call, scopes: ["flows:write", "supply:read"] };
    expect(names(await resources.list(writer))).toEqual(["supply", "flows"]);
    await expect(resources.read("service://learning/skill", writer)).rejects.toMatchObject({ code: "forbidden" });
    expect((await resources.read("service://flows/skill", writer)).contents).toMatchObject([{ text: "of biz_1" }]);
  });

  test.each(["service://moon/skill", "service://supply", "http://supply/skill", ""])("%j is not found", async (uri) => {
    const { clients } = createServices(new Set());
    await expect(createResources(clients, quiet).read(uri, call)).rejects.toMatchObject({ code: "route_not_found" });
  });
});
