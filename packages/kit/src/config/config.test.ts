import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { createContextKeys } from "../testing/context-keys.js";
import { describeSettings, port, readConfig, secret, secretBytes } from "./config.js";
import { signingKey } from "./signing-key.js";

const schema = z.object({
  URL: z.url().describe("Address"),
  PORT: port(8080, "Port to listen on"),
  PASSWORD: secret("Password of the user"),
  KEY: secretBytes(32, "Encryption key"),
});
const key = Buffer.alloc(32, 7);
const valid = { URL: "http://127.0.0.1", PASSWORD: "open", KEY: key.toString("base64url") };

test("settings are read, and missing ones get their defaults", () => {
  expect(readConfig(schema, valid)).toEqual({ URL: valid.URL, PORT: 8080, PASSWORD: "open", KEY: key });
});

test("every wrong or missing setting is named at once", () => {
  const attempt = () => readConfig(schema, { URL: "nonsense", PORT: "99999", KEY: "short" });
  expect(attempt).toThrow(/URL: /);
  expect(attempt).toThrow(/PORT: /);
  expect(attempt).toThrow(/PASSWORD: is missing\. Password of the user/);
  expect(attempt).toThrow(/KEY: must be 32 bytes/);
});

test("a wrong secret is named without its value", () => {
  expect(() => readConfig(schema, { ...valid, KEY: "c2VjcmV0" })).toThrow(expect.not.stringContaining("c2VjcmV0"));
});

test("a setting can come from a file", () => {
  const file = join(mkdtempSync(join(tmpdir(), "config-")), "password");
  writeFileSync(file, "from a file\n");
  expect(readConfig(schema, { ...valid, PASSWORD: "", PASSWORD_FILE: file }).PASSWORD).toBe("from a file");
  expect(() => readConfig(schema, { ...valid, PASSWORD_FILE: "/nowhere" })).toThrow(/PASSWORD_FILE: /);
});

test("a line break at the end of a value, as in a secret made from a file, is no part of it", () => {
  const config = readConfig(schema, { ...valid, PASSWORD: "open\n", URL: "http://127.0.0.1\r\n", PORT: " \n" });
  expect(config).toEqual({ URL: valid.URL, PORT: 8080, PASSWORD: "open", KEY: key });
});

test("a private key that signs nothing is named by its setting, without its value", () => {
  const signing = z.object({ CALL_CONTEXT_PRIVATE_KEY: signingKey("Signs calls") });
  const { privateKey } = createContextKeys("flows");
  expect(readConfig(signing, { CALL_CONTEXT_PRIVATE_KEY: privateKey }).CALL_CONTEXT_PRIVATE_KEY).toBe(privateKey);
  const cut = privateKey.slice(0, -8);
  const attempt = () => readConfig(signing, { CALL_CONTEXT_PRIVATE_KEY: cut });
  expect(attempt).toThrow("CALL_CONTEXT_PRIVATE_KEY: must be a PKCS#8 Ed25519 key in base64url");
  expect(attempt).toThrow(expect.not.stringContaining(cut));
});

test("the table of settings names secrets, required settings and defaults", () => {
  expect(describeSettings(schema)).toEqual([
    { name: "URL", description: "Address", required: true, secret: false, defaultValue: "" },
    { name: "PORT", description: "Port to listen on", required: false, secret: false, defaultValue: "8080" },
    { name: "PASSWORD", description: "Password of the user", required: true, secret: true, defaultValue: "" },
    { name: "KEY", description: "Encryption key", required: true, secret: true, defaultValue: "" },
  ]);
});
