import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newId } from "../data/ids.js";
import { createContextKeys } from "../testing/context-keys.js";
import { listSourceFiles } from "../testing/source-files.js";
import { createTestCall } from "../testing/test-call.js";
import { createContextVerifier } from "./context-token.js";
import { ProcessContext } from "./process-context.js";

const verify = createContextVerifier(createContextKeys("gateway").publicKeys, "supply");
const businessId = newId("biz");
const caller = createTestCall(businessId, { scopes: ["*"] });
const context = new ProcessContext("gateway", "supply", caller);

test("a context that the process has made is valid at its audience only, with the data of the caller only", () => {
  const { country, currency, timeZone, keyId, scopes } = caller;
  expect(verify(context)).toEqual({
    issuer: "gateway",
    caller: { businessId, country, currency, timeZone, keyId, scopes },
  });
  expect(verify(new ProcessContext("gateway", "flows", caller))).toBeUndefined();
  expect(verify(new ProcessContext("flows", "supply", caller))).toBeUndefined();
});

// What comes over a connection is a text, or an object that was read from JSON.
test.each<[string, unknown]>([
  ["the text that an object becomes", "[object Object]"],
  ["its JSON", JSON.stringify(context)],
  ["its JSON, read again", JSON.parse(JSON.stringify(context))],
  ["the same fields", { issuer: "gateway", audience: "supply", verified: { issuer: "gateway", caller } }],
  ["names of private fields", { "#audience": "supply", "#verified": { issuer: "gateway", caller } }],
  ["its prototype", Object.create(ProcessContext.prototype)],
  ["its prototype, and all that it shows", Object.assign(Object.create(ProcessContext.prototype), context)],
  ["a structured clone", structuredClone(context)],
  ["a proxy", new Proxy(context, {})],
])("%s is no context", (_name, forged) => {
  expect(verify(forged as ProcessContext)).toBeUndefined();
});

test("only calls in memory make one, and no folder of the kit exports it", () => {
  const files = listSourceFiles();
  const find = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(find(/new ProcessContext\(/)).toEqual(["packages/kit/src/rpc/memory-rpc.ts"]);
  expect(find(/process-context/).filter((path) => path.endsWith("index.ts"))).toEqual([]);
  // Outside of tests only the index of a folder can be imported, and no file beside it.
  const description = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as object;
  for (const name of Object.keys(Reflect.get(description, "exports")))
    expect(name).toMatch(/^\.\/([a-z-]+|testing\/.*)$/);
});
