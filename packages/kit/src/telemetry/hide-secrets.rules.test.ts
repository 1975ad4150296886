import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { hideSecrets } from "./hide-secrets.js";
import { createLogger } from "./logger.js";

const secret = "svc_live_of_a_business";

test("a field that may be a secret is replaced, and the fields that the caller holds stay as they are", () => {
  const given = { key: secret, keyId: "key_1" };
  expect(hideSecrets(given)).toEqual({ key: "[secret]", keyId: "key_1" });
  expect(given.key).toBe(secret);
});

test("the same inside an object, a list and an error of the line", () => {
  const err = Object.assign(new Error("refused"), { token: secret, code: "E_TOKEN" });
  const hidden = hideSecrets({ body: { password: secret, name: "Ana" }, err });
  expect(hidden["body"]).toEqual({ password: "[secret]", name: "Ana" });
  expect(hidden["err"]).toBeInstanceOf(Error);
  expect(hidden["err"]).toMatchObject({ token: "[secret]", code: "E_TOKEN", message: "refused" });
  expect(err.token).toBe(secret);
});

test("a line without such a field is not copied", () => {
  const line = { route: "/mcp", status: 200, err: new Error("x"), none: null };
  expect(hideSecrets(line)).toBe(line);
});

test("the lines of our logger contain no secret", () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const logger = createLogger("t", "info", stream);
  for (const name of [
    "key",
    "apiKey",
    "secret",
    "token",
    "authorization",
    "client_secret",
    "proposal_token",
    "password",
  ])
    logger.info(
      { [name]: secret, inside: { [name]: secret }, err: Object.assign(new Error("x"), { [name]: secret }) },
      name,
    );
  expect(lines).toHaveLength(8);
  expect(lines.join("")).not.toContain(secret);
});
