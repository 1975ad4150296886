import { afterEach, beforeEach, expect, test } from "vitest";
import { answerJson, cutAfterWrite, answerWrite, type FaultServer, startFaultServer } from "./fault-server.testing.js";
import { createSessionClient } from "./session-client.js";
import { createCall, type Operation } from "./session.js";

let server: FaultServer;
beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

const createInvitation: Operation = {
  id: "createInvitation",
  method: "POST",
  path: "/v1/console/businesses/{businessId}/invitations",
  params: ["businessId"],
  query: [],
  hasBody: true,
  takesKey: true,
  hasReply: true,
};

test("a session names its business and sends no key and no name of a program", async () => {
  const client = createSessionClient({ baseUrl: server.url, businessId: "biz_1" });
  server.plan(answerJson({ items: [], count: 0, has_more: false }));
  await client.supply.listStocks();
  const [request] = server.requests;
  expect(request?.headers["x-business-id"]).toBe("biz_1");
  expect(request?.headers).not.toHaveProperty("x-api-key");
  // The one of the platform, which a page cannot change.
  expect(request?.headers["user-agent"]).not.toMatch(/tenant-ops/);
});

test("the application runs each call itself, and sends nothing when it does not", async () => {
  const names: string[] = [];
  const around = <Result>({ id }: Pick<Operation, "id">, run: () => Promise<Result>) => {
    names.push(id);
    return id === "listStocks" ? run() : Promise.reject(new Error("not proved"));
  };
  const options = { baseUrl: server.url, around };
  server.plan(answerJson({ items: [], count: 0, has_more: false }));
  await createSessionClient({ ...options, businessId: "biz_1" }).supply.listStocks();
  await expect(createCall(options)(createInvitation, { businessId: "biz_1" })).rejects.toThrow("not proved");
  expect([names, server.requests.length]).toEqual([["listStocks", "createInvitation"], 1]);
});

test("an operation outside of the public API is written once, although the connection breaks", async () => {
  const call = createCall({ baseUrl: server.url });
  server.plan(cutAfterWrite, answerWrite);
  const invitation = await call(createInvitation, { businessId: "biz_1", email: "ana@example.com" });
  expect(invitation).toMatchObject({ email: "ana@example.com" });
  expect(server.written).toBe(1);
  expect(server.requests.map(({ url }) => url)).toEqual(Array(2).fill("/v1/console/businesses/biz_1/invitations"));
  expect(server.requests[0]?.headers).not.toHaveProperty("x-business-id");
});
