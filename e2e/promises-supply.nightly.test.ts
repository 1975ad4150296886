import { readFileSync } from "node:fs";
import { connect as connectHttp2, type IncomingHttpHeaders } from "node:http2";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGatewaySigner, createCaller } from "./support/faults/forged-contexts.js";
import { type Business, type OwnTestMesh, startTestMesh, type HttpAnswer } from "./support/mesh/test-mesh.js";

let testMesh: OwnTestMesh;
let business: Business;
beforeAll(async () => {
  testMesh = await startTestMesh({ services: ["supply"] });
  business = await testMesh.createBusiness();
});
afterAll(() => testMesh.stop());

describe("the write stores what the preview showed, or both refuse with the same sentence", () => {
  /** Creates a product and a center without a center stock. */
  async function createStockAndCenter() {
    const stock = await testMesh.callToolOrThrow(business, "supply_create_stock", {
      product_name: "P",
      total_stock: 9,
      min_stock_alert: 1,
    });
    const center = await testMesh.callToolOrThrow(business, "supply_create_service_center", { name: "C" });
    return { stock_id: stock["_id"], service_center_id: center["_id"] };
  }
  const toRefusal = ({ status, body: { error, detail } }: HttpAnswer) => ({ status, error, detail });
  const word = fc.string({ unit: "grapheme", maxLength: 210 });
  const count = fc.integer({ min: -1, max: 2 ** 31 - 1 });
  const minutes = fc.integer({ min: 0, max: 1441 });
  const degrees = fc.double({ min: -190, max: 190, noNaN: true });
  const optional = { requiredKeys: [] };

  const center = fc.record(
    {
      name: word,
      address: word,
      lat: fc.oneof(degrees, fc.constant(0)),
      long: fc.oneof(degrees, fc.constant(0)),
      maps_link: fc.oneof(fc.webUrl(), word),
      active_member_duration: minutes,
      non_member_duration: minutes,
      capacity: count,
      country_id: fc.constantFrom("", "MX", "CO", "Narnia"),
      type: fc.constantFrom("", "physical", "online", "mobile"),
      is_active: fc.boolean(),
    },
    optional,
  );
  const stock = fc.record({ product_name: word, total_stock: count, min_stock_alert: count, type: word }, optional);
  const criticality = fc.constantFrom("", "low", "medium", "high", "extreme");
  const centerStock = fc.record({ current_stock: count, min_stock_alert: count, criticality }, optional);

  test.each<[string, string, fc.Arbitrary<object>, () => Promise<object>]>([
    ["service_center", "supply_list_service_centers", center, async () => ({ name: "Norte" })],
    ["stock", "supply_list_stocks", stock, async () => ({ product_name: "P", total_stock: 5, min_stock_alert: 1 })],
    [
      "service_center_stock",
      "supply_list_service_center_stocks",
      centerStock,
      async () => ({ ...(await createStockAndCenter()), current_stock: 5, min_stock_alert: 1 }),
    ],
  ])("supply_create_%s", async (noun, list, some, valid) => {
    let written = 0;
    const attempt = async (fields: object) => {
      const args = { ...(await valid()), ...fields };
      const proposed = await testMesh.callTool(business, `supply_propose_${noun}`, args);
      const token = proposed.status === 200 && { proposal_token: proposed.body["proposal_token"] };
      const answer = await testMesh.callTool(business, `supply_create_${noun}`, { ...args, ...token });
      if (!token) {
        expect(toRefusal(answer)).toEqual(toRefusal(proposed));
        return;
      }
      expect(answer).toMatchObject({ status: 200, body: { status: "created" } });
      written += 1;
      const { items } = await testMesh.callToolOrThrow(business, list, { limit: 1 });
      const [stored = {}] = items as object[];
      const preview = Object.entries(proposed.body["preview"] as object);
      const previewed = preview.filter(([name]) => Object.hasOwn(stored, name));
      expect(stored).toMatchObject({ _id: answer.body["_id"], ...Object.fromEntries(previewed) });
      expect(previewed.length).toBeGreaterThan(2);
    };
    await attempt({});
    await fc.assert(fc.asyncProperty(some, attempt), { numRuns: Number(process.env["FUZZ_RUNS"] ?? 150) });
    // At least the first attempt; which of the others are valid is chance.
    expect(written).toBeGreaterThan(0);
  });
});

describe("invalid bytes on the gRPC port of a service", () => {
  const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  const frame = (length: number, type: number, flags: number, stream: number, payload = Buffer.alloc(0)) => {
    const head = Buffer.alloc(9);
    head.writeUIntBE(length, 0, 3);
    head.writeUInt8(type, 3);
    head.writeUInt8(flags, 4);
    head.writeUInt32BE(stream, 5);
    return Buffer.concat([head, payload]);
  };
  const settings = frame(0, 4, 0, 0);
  const greeting = Buffer.concat([Buffer.from(preface), settings]);

  const invalidInputs: [string, Buffer][] = [
    ["bytes", Buffer.alloc(64 * 1024, 0xa5)],
    ["HTTP/1.1", Buffer.from("GET / HTTP/1.1\r\nhost: x\r\n\r\n")],
    ["TLS", Buffer.from("16030100c8010000c40303", "hex")],
    ["a frame that promises 16 MB", Buffer.concat([greeting, frame(0xffffff, 0, 0, 1)])],
    ["headers that are no HPACK", Buffer.concat([greeting, frame(64, 1, 4, 1, Buffer.alloc(64, 0xff))])],
    ["data of a stream that was never opened", Buffer.concat([greeting, frame(8, 0, 1, 7, Buffer.alloc(8))])],
    [
      "a thousand pings",
      Buffer.concat([greeting, ...Array.from({ length: 1000 }, () => frame(8, 6, 0, 0, Buffer.alloc(8)))]),
    ],
    ["a window that overflows", Buffer.concat([greeting, frame(4, 8, 0, 0, Buffer.from("7fffffff", "hex"))])],
    ["nothing", Buffer.alloc(0)],
  ];

  const port = () => Number(/:(\d+)$/.exec(testMesh.mesh.addresses["supply"]?.grpc ?? "")?.[1]);
  const memoryMb = () => {
    const status = readFileSync(`/proc/${testMesh.mesh.processes["supply"]?.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };

  test("do not disturb the service: the process lives, its memory stays, and other callers are answered", async () => {
    const { pid } = testMesh.mesh.processes["supply"] ?? {};
    const before = memoryMb();
    const sockets: Socket[] = [];
    for (const [, bytes] of invalidInputs) {
      for (let times = 0; times < 20; times += 1) {
        const socket = connect(port(), "127.0.0.1", () => void socket.write(bytes));
        socket.on("error", () => undefined);
        socket.resume();
        sockets.push(socket);
      }
      expect(await testMesh.callTool(business, "supply_list_stocks")).toMatchObject({ status: 200 });
    }
    await sleep(300);
    for (const socket of sockets) socket.destroy();
    expect(await testMesh.callTool(business, "supply_list_stocks")).toMatchObject({ status: 200 });
    expect(testMesh.mesh.processes["supply"]?.pid).toBe(pid);
    expect(memoryMb() - before).toBeLessThan(100);
  });

  /** Sends a gRPC request by HTTP/2. Resolves with the gRPC status. */
  function send(path: string, message: Buffer, length = message.length): Promise<number> {
    const session = connectHttp2(`http://127.0.0.1:${port()}`);
    const head = Buffer.alloc(5);
    head.writeUInt32BE(length, 1);
    return new Promise<number>((resolve, reject) => {
      // Without a listener an error of the connection would end the run; one after the status changes nothing.
      session.on("error", reject);
      const stream = session.request({
        ":method": "POST",
        ":path": path,
        "content-type": "application/grpc",
        te: "trailers",
        "tenantops-context": createGatewaySigner(testMesh)(createCaller(business.businessId), "supply"),
      });
      const settle = (headers: IncomingHttpHeaders) =>
        headers["grpc-status"] && resolve(Number(headers["grpc-status"]));
      stream.on("response", settle).on("trailers", settle).on("error", reject).resume();
      stream.end(Buffer.concat([head, message]));
    }).finally(() => session.close());
  }

  const list = "/tenantops.supply.v1.SupplyService/ListStocks";
  test.each([
    ["a message that is none", list, Buffer.alloc(100, 0xff), undefined, [13]],
    ["a message over the limit", list, Buffer.alloc(5 * 1024 * 1024), undefined, [8]],
    ["less than was previewed", list, Buffer.alloc(4), 400, [12, 13]],
    ["a method that is not there", "/tenantops.supply.v1.SupplyService/DropAll", Buffer.alloc(0), undefined, [12]],
    ["a well-made request", list, Buffer.alloc(0), undefined, [0]],
  ])("%s gets the status that gRPC has for it", async (_, path, message, length, statuses) => {
    expect(await send(path, message, length)).toBeOneOf(statuses);
  });
});
