import { afterEach, beforeEach, expect, test } from "vitest";
import { createSendAttempt } from "./attempt.js";
import { createMethod } from "./client.js";
import { answerJson, cutBeforeWrite, type FaultServer, refuse, startFaultServer } from "./fault-server.testing.js";
import { type List, readNextLink } from "./list.js";
import { createSend } from "./send.js";

let server: FaultServer;
beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(() => server.close());

const page = (ids: string[], next?: string) =>
  answerJson({
    items: ids.map((_id) => ({ _id })),
    count: ids.length,
    has_more: next !== undefined,
    ...(next && { next_cursor: next }),
  });

const listUrls = () => server.requests.map(({ url }) => url.replace(/^.*\?/, ""));

test("awaiting a list reads its first page only", async () => {
  server.plan(page(["a", "b"], "two"));
  const list = server.connect().supply.listStocks({ limit: 2 });
  expect(server.requests).toHaveLength(0);
  expect(await list).toMatchObject({ count: 2, has_more: true, next_cursor: "two" });
  expect(await list).toMatchObject({ count: 2 });
  expect(listUrls()).toEqual(["limit=2"]);
});

test("iterating a list gives the items of all pages, with the filters on each", async () => {
  server.plan(page(["a", "b"], "two"), cutBeforeWrite, page([], "three"), page(["c"]));
  const ids: string[] = [];
  for await (const stock of server.connect().supply.listStocks({ limit: 2 })) ids.push(stock._id);
  expect(ids).toEqual(["a", "b", "c"]);
  expect(listUrls()).toEqual(["limit=2", "limit=2&cursor=two", "limit=2&cursor=two", "limit=2&cursor=three"]);
});

test("after a break of the loop no further page is read", async () => {
  server.plan(page(["a", "b"], "two"));
  for await (const stock of server.connect().supply.listStocks()) if (stock._id === "a") break;
  expect(server.requests).toHaveLength(1);
});

test("pages() gives the pages", async () => {
  server.plan(page(["a"], "two"), page(["b"]));
  const counts: number[] = [];
  for await (const { count } of server.connect().supply.listStocks().pages()) counts.push(count);
  expect(counts).toEqual([1, 1]);
});

test("an error on a later page ends the iteration with it", async () => {
  server.plan(page(["a"], "two"), refuse(422, "invalid_cursor"));
  const ids: string[] = [];
  const read = async () => {
    for await (const stock of server.connect().supply.listStocks()) ids.push(stock._id);
  };
  await expect(read()).rejects.toMatchObject({ code: "invalid_cursor" });
  expect(ids).toEqual(["a"]);
});

test("a server that names the same next page again does not keep the client in a loop", async () => {
  server.plan(page(["a"], "two"));
  const read = async () => {
    for await (const stock of server.connect().supply.listStocks()) expect(stock._id).toBe("a");
  };
  await expect(read()).rejects.toMatchObject({ code: "unexpected_answer" });
  expect(server.requests).toHaveLength(2);
});

test("an answer that is not a list is an unexpected answer", async () => {
  server.plan(answerJson({ hello: "world" }));
  await expect(server.connect().supply.listStocks()).rejects.toMatchObject({ code: "unexpected_answer" });
});

test("an array with a header Link is iterated by its cursor, and no other address is called", async () => {
  server.plan(
    answerJson([{ traceId: "a" }], { link: '<https://elsewhere.example/v1/other?cursor=two%2B>; rel="next"' }),
    answerJson([{ traceId: "b" }]),
  );
  const send = createSend(
    createSendAttempt(server.url, {}, (request) => fetch(request)),
    { timeoutMs: 60_000, attemptTimeoutMs: 30_000, retries: 0, onAttempt: undefined },
  );
  const path = "/v1/public/webhooks";
  const parts = { params: [], query: ["limit", "cursor"], hasBody: false, takesKey: false, hasReply: true };
  const listDeliveries = createMethod({ id: "listDeliveries", method: "GET", path, ...parts, list: "link" }, send);
  const list = listDeliveries({ limit: 1 }) as List<{ traceId: string }, unknown>;
  const ids: string[] = [];
  for await (const { traceId } of list) ids.push(traceId);
  expect(ids).toEqual(["a", "b"]);
  expect(server.requests.map(({ url }) => url)).toEqual([`${path}?limit=1`, `${path}?limit=1&cursor=two%2B`]);
});

test.each([
  [null, undefined],
  ["", undefined],
  ['</v1/public/webhooks?cursor=a>; rel="prev"', undefined],
  ['</v1/public/webhooks?cursor=a>; rel="prev", </v1/public/webhooks?limit=1&cursor=b>; rel="next"', "b"],
  ["</v1/public/webhooks?cursor=a>; rel=next", "a"],
  ['</v1/public/webhooks>; rel="next"', undefined],
])("the next cursor of Link: %s is %s", (link, cursor) => expect(readNextLink(link)).toBe(cursor));
