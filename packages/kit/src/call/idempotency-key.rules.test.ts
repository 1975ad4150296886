import { expect, test } from "vitest";
import { listSourceFiles } from "../testing/source-files.js";
import { idempotencyKeyMetaKey, readIdempotencyKey } from "./idempotency-key.js";

const read = (header?: string | string[], meta?: unknown) =>
  readIdempotencyKey({ headers: { "idempotency-key": header } }, { [idempotencyKeyMetaKey]: meta });
const refusal = expect.objectContaining({ code: "invalid_argument", detail: expect.stringContaining("1 to 255") });

test("a key has 1 to 255 printable ASCII characters, in the header and in _meta of an MCP call", () => {
  for (const key of ["a", "order 77", "~".repeat(255)]) expect([read(key), read(undefined, key)]).toEqual([key, key]);
  expect([read(), read("header", "meta")]).toEqual([undefined, "header"]);
});

test.each(["", " ", "ä", "a\tb", "a\u200b", " a", "a ", "x".repeat(256)])(
  "%j is refused, not taken for a write without a key",
  (key) => {
    expect(() => read(key)).toThrow(refusal);
    expect(() => read(undefined, key)).toThrow(refusal);
  },
);

test.each([[["a", "b"]], [null], [7], [{}]])("%j as the key in _meta is refused", (given) => {
  expect(() => read(undefined, given)).toThrow(refusal);
});

/** What files may do with the name of the header beside reading it. */
const users = {
  "packages/kit/src/call/metadata-keys.ts": "names it",
  "packages/kit/src/call/idempotency-key.ts": "reads it",
  "packages/kit/src/rpc/call-handler.ts": "gets the key of a call from the gateway",
  "packages/kit/src/rpc/transport.types.ts": "sends the key of a call to a service",
  "packages/kit/src/rpc/session/frames.ts": "numbers the names of a frame",
  "gateway/src/rest/headers.ts": "forwards it",
  "services/accounts/src/sandboxes/transport.ts": "sends it to a service",
  "packages/client/src/send.ts": "sends it",
  "services/console/web/src/api/files.ts": "sends it",
  "rest/src/markdown-pages/samples.ts": "shows it in an example",
};

test("one file reads the header Idempotency-Key", () => {
  const named = listSourceFiles().filter(({ text }) =>
    /["'`]idempotency-key["'`]|metadataKeys\.idempotencyKey/.test(text),
  );
  // A route gets the key from `readIdempotencyKey`, or from its call.
  expect(named.map(({ path }) => path).toSorted()).toEqual(Object.keys(users).toSorted());
});
