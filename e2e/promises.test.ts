import { create } from "@bufbuild/protobuf";
import type { SignContext } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import { errorTable } from "@tenant-ops/kit/errors";
import { createRpcClients } from "@tenant-ops/kit/rpc";
import { createMetrics } from "@tenant-ops/kit/telemetry";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import { ListResourcesRequestSchema, ResourceService } from "@tenant-ops/proto/common";
import fc from "fast-check";
import { type ChangeStreamDocument, MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callThrough, doors, versions, rpc } from "./support/doors.js";
import { forgeries, genuine, someCaller } from "./support/forgeries.js";
import { aroundFields, hostileText, notText, type Path, textPaths, withValueAt } from "./support/hostile.js";
import { type House, startHouse, type ToolAnswer } from "./support/house.js";
import { givenResident, idParameters, type Resident, validArguments } from "./support/residents.js";

let house: House;
let own: Resident;
/** For what the fuzz must not have touched: by chance it certifies the one session. Made early, so that its events are out. */
let untouched: Resident;
beforeAll(async () => {
  house = await startHouse();
  own = await givenResident(house);
  untouched = await givenResident(house);
});
afterAll(() => house.stop());

const byName = tools.map((tool): [string, CatalogTool] => [tool.name, tool]);

/** Refused as everything is refused here: a code, a sentence, the request's id, and nothing of what went on inside. */
function expectWholeRefusal({ body, headers }: ToolAnswer): void {
  const requestId = headers.get("x-request-id");
  expect(body).toEqual({
    error: expect.stringMatching(/^[a-z_]+$/),
    detail: expect.stringMatching(/\S/),
    request_id: requestId,
  });
  expect(body["error"]).not.toBe("internal_server_error");
  expect(JSON.stringify(body)).not.toMatch(/mongodb:|MongoServerError|node_modules|\.js:\d|protobuf|grpc/i);
}

describe("a call context that is not genuine opens no service", () => {
  const rest: Record<string, string> = {
    supply: "/v1/public/supply/withdrawal-types",
    roulettes: "/v1/public/prizes",
    learning: "/v1/public/courses/x",
    flows: "/v1/public/campaigns",
    webhooks: "/v1/public/webhooks",
  };
  // Webhooks has no tools and no resources, and so no rpcs.
  const withRpcs = ["supply", "roulettes", "learning", "flows"];

  async function overGrpc(service: string, sign: SignContext): Promise<string> {
    const { grpc = "" } = house.mesh.addresses[service] ?? {};
    const clients = createRpcClients({ sign, addresses: { [service]: grpc }, metrics: createMetrics("e2e") });
    const deadline = Date.now() + 5000;
    const call = { ...someCaller(own.businessId), requestId: "req_forged", deadline, operation: "resources/list" };
    try {
      await clients.unary(ResourceService.method.listResources, create(ListResourcesRequestSchema), call, service);
      return "let in";
    } catch (error) {
      return String(Reflect.get(Object(error), "code"));
    } finally {
      clients.close();
    }
  }

  async function overHttp(service: string, sign: SignContext): Promise<string> {
    const { http = "" } = house.mesh.addresses[service] ?? {};
    const headers = { "tenantops-context": sign(someCaller(own.businessId), service) };
    const answer = await fetch(`${http}${rest[service]}`, { headers });
    const { error } = (await answer.json()) as { error?: string };
    return answer.status === 401 ? String(error) : "let in";
  }

  const doorsOf = (sign: SignContext) =>
    Promise.all([
      ...withRpcs.map((name) => overGrpc(name, sign)),
      ...Object.keys(rest).map((name) => overHttp(name, sign)),
    ]);

  test("a genuine one does", async () => {
    expect(new Set(await doorsOf(genuine(house)))).toEqual(new Set(["let in"]));
  });

  test("none of the others", async () => {
    for (const [name, sign] of forgeries(house, own.businessId)) {
      const businessId = "biz_another";
      const asAnother: SignContext = (caller, audience) => sign({ ...caller, businessId }, audience);
      expect([name, new Set(await doorsOf(asAnother))]).toEqual([name, new Set(["unauthorized"])]);
    }
  });
});

describe("where REST wants text", () => {
  const operator = { $gt: "" };
  const learner = { user_id: "u", fullName: "U", email: "u@example.com" };
  test.each<[string, string, object | undefined]>([
    ["POST", "/v1/public/roulettes/{roulette_id}/spins", { user_id: operator }],
    ["GET", "/v1/public/prizes?user_id[$gt]=", undefined],
    ["GET", "/v1/public/prizes?status[$ne]=won", undefined],
    ["GET", "/v1/public/prizes?user_id=a&user_id=b", undefined],
    ["POST", "/v1/public/courses/{course_id}/sessions", { ...learner, user_id: operator }],
    ["POST", "/v1/public/sessions/{session_id}/progress", { moduleId: operator }],
    ["PUT", "/v1/public/courses/{course_id}/modules", { modules: [{ id: operator, title: "M" }] }],
    ["POST", "/v1/public/flows/targets", { kind: "survey", name: operator, url: "https://example.com" }],
    ["POST", "/v1/public/campaigns", { utm: { campaign: operator } }],
    ["GET", "/v1/public/campaigns?status[$ne]=x", undefined],
    ["POST", "/v1/public/webhooks/endpoints", { url: operator }],
    ["PUT", "/v1/public/supply/withdrawal-types", { types: [operator] }],
    ["POST", "/v1/public/supply/transfers", { stockId: operator, from: operator, to: operator, quantity: 1 }],
  ])("%s %s refuses %j", async (method, path, body) => {
    const filled = path.replace(/\{(\w+)\}/, (_, name: string) => own.records[name] ?? "");
    const answer = await house.rest(own, method, filled, body, { "idempotency-key": newId("key") });
    expect([answer.status, answer.body["error"]]).toEqual([422, "invalid_argument"]);
    expectWholeRefusal(answer);
  });

  test.each(["/v1/public/sessions/%00", "/v1/public/prizes/$where", "/v1/public/prizes/%7B%22$gt%22:%22%22%7D"])(
    "GET %s finds nothing",
    async (path) => {
      const answer = await house.rest(own, "GET", path);
      expect(answer.status).toBe(404);
      expectWholeRefusal(answer);
    },
  );
});

const shown = (path: Path) => path.join(".").replaceAll(/\.(\d+)/g, "[$1]");

describe("where a tool wants text", () => {
  const withText = byName.filter(([, tool]) => textPaths(tool).length > 0);

  test.each(withText)(
    "%s refuses objects, lists, numbers and true by their type, and names every place",
    async (name, tool) => {
      await Promise.all(
        notText.map(async (value) => {
          const args = textPaths(tool).reduce<unknown>(
            (given, path) => withValueAt(given, path, value),
            validArguments(tool, own),
          );
          const answer = await house.tool(own, name, args as object);
          expect([value, answer.status, answer.body["error"]]).toEqual([value, 422, "invalid_argument"]);
          for (const path of textPaths(tool)) expect(answer.body["detail"]).toContain(`${shown(path)}: expected text`);
          expectWholeRefusal(answer);
        }),
      );
    },
  );

  const places = tools.flatMap((tool) =>
    textPaths(tool).map((path) => ({ tool, path, name: tool.name, place: shown(path) })),
  );
  test.each(places)("$name, $place: text that looks like code is text", async ({ tool, path, place }) => {
    const args = validArguments(tool, own);
    await Promise.all(
      hostileText.map(async (text) => {
        const answer = await house.tool(own, tool.name, withValueAt(args, path, text) as object);
        expect([text, answer.status]).toEqual([text, expect.toBeOneOf([200, 404, 409, 422])]);
        if (answer.status !== 200) expectWholeRefusal(answer);
        // It names no record; a list that is filtered by it is empty.
        else if (idParameters(tool).includes(place) && place.endsWith("_id")) expect(answer.body["count"]).toBe(0);
      }),
    );
  });
});

describe("whatever a tool is given around its schema", () => {
  test.each(byName)("%s answers it or refuses it whole, through every door", async (name, tool) => {
    const valid = validArguments(tool, own);
    const anything = fc.tuple(fc.constantFrom(...doors), fc.boolean(), aroundFields(tool.inputSchema));
    await fc.assert(
      fc.asyncProperty(anything, async ([door, isBased, fields]) => {
        const { answer, error, wrong } = await callThrough(
          door,
          house.url,
          own,
          name,
          isBased ? { ...valid, ...fields } : fields,
        );
        expect(wrong).toBeUndefined();
        if (answer) return;
        const { status } = Object.entries(errorTable).find(([code]) => code === error)?.[1] ?? { status: 0 };
        expect([error, status]).toEqual([error, expect.toBeOneOf([400, 404, 409, 422])]);
      }),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 12) },
    );
  });

  test("has ended no process", async () => {
    const ready = await Promise.all(Object.values(house.mesh.adminUrls).map((url) => fetch(`${url}/readyz`)));
    expect(ready.map(({ status }) => status)).toEqual(ready.map(() => 200));
  });
});

describe("a preview", () => {
  /** What changed in the databases behind the previews while `work` ran, as `service.collection`. */
  async function changesDuring(work: () => Promise<unknown>): Promise<string[]> {
    const { mongodbUrl, databasePrefix } = house.mesh;
    const client = await new MongoClient(mongodbUrl).connect();
    const { operationTime: startAtOperationTime } = await client.db("admin").command({ ping: 1 });
    // A product before and one after: what stands between them in the stream of changes happened meanwhile.
    const mark = () =>
      house.done(own, "supply_create_stock", { product_name: "Mark", total_stock: 1, min_stock_alert: 1 });
    await mark();
    await work();
    await mark();
    const services = ["supply", "roulettes", "learning", "flows"].map((name) => `${databasePrefix}${name}`);
    const stream = client.watch([{ $match: { "ns.db": { $in: services } } }], { startAtOperationTime });
    const between: string[] = [];
    try {
      for (let marks = 0; marks < 2;) {
        const change = await stream.next();
        if (isMark(change)) marks += 1;
        else if (marks === 1 && !isHousework(change)) between.push(placeOf(change));
      }
      return between;
    } finally {
      await stream.close();
      await client.close();
    }
  }

  const isMark = (change: ChangeStreamDocument) =>
    change.operationType === "insert" && change.fullDocument["productName"] === "Mark";

  /** What goes on whoever calls: leases are renewed, and events of earlier calls are noted as published. */
  const isHousework = (change: ChangeStreamDocument) =>
    placeOf(change).endsWith(".leases") || (placeOf(change).endsWith(".outbox") && change.operationType === "update");

  const placeOf = (change: ChangeStreamDocument): string => {
    if (!("ns" in change) || !("coll" in change.ns)) return change.operationType;
    return `${change.ns.db.replace(house.mesh.databasePrefix, "")}.${change.ns.coll}`;
  };

  test("writes nothing, through any propose tool", async () => {
    const previews = tools.filter(({ writer }) => writer);
    expect(previews.length).toBeGreaterThan(0);
    const changes = await changesDuring(async () => {
      for (const tool of previews) {
        const { preview } = await house.done(untouched, tool.name, validArguments(tool, untouched));
        expect(preview).toEqual(expect.any(Object));
      }
    });
    expect(changes).toEqual([]);
  });
});

// The last ones: what they break stays broken.
describe("a database error whose text holds a connection string", () => {
  const secret = "mongodb://root:hunter2@db.internal";

  /** From now on this collection cannot be read: MongoDB's error quotes the text that it cannot convert. */
  async function breakCollection(service: string, collection: string): Promise<void> {
    const { mongodbUrl, databasePrefix } = house.mesh;
    const client = await new MongoClient(mongodbUrl).connect();
    const db = client.db(`${databasePrefix}${service}`);
    await db.collection(collection).rename(`${collection}_kept`);
    const pipeline = [{ $addFields: { broken: { $toInt: secret } } }];
    await db.createCollection(collection, { viewOn: `${collection}_kept`, pipeline });
    const read = db.collection(collection).find({ broken: 1 }).toArray();
    await expect(read).rejects.toThrow("hunter2");
    await client.close();
  }

  function expectNothingTold({ status, body, headers }: ToolAnswer): void {
    expect(status).toBe(500);
    expect(body).toEqual({
      error: "internal_server_error",
      detail: "Something failed on our side. Quote the request id when it stays.",
      request_id: headers.get("x-request-id"),
    });
  }

  beforeAll(() =>
    Promise.all([
      breakCollection("supply", "stocks"),
      breakCollection("roulettes", "giftTypes"),
      breakCollection("roulettes", "prizes"),
    ]),
  );

  test.each(["supply_list_stocks", "supply_propose_stock", "supply_create_stock", "roulettes_propose_roulette"])(
    "is in no answer of %s",
    async (name) => {
      const tool = tools.find((one) => one.name === name);
      expectNothingTold(await house.tool(own, name, tool && validArguments(tool, own)));
      for (const version of versions) {
        const params = { name, arguments: tool ? validArguments(tool, own) : {} };
        expectNothingTold(await rpc(version, house.url, own, "tools/call", params));
      }
    },
  );

  test("is in no answer of REST", async () => {
    expectNothingTold(await house.rest(own, "GET", "/v1/public/prizes"));
  });

  test("is in no resource", async () => {
    for (const version of versions) {
      expectNothingTold(
        await rpc(version, house.url, own, "resources/read", { uri: "service://roulettes/schema/gifts" }),
      );
    }
  });
});
