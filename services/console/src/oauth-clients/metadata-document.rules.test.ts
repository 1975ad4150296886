import { describe, expect, test } from "vitest";
import { computeCacheSeconds, isDocumentUrl, parseDocument } from "./metadata-document.rules.js";
import { parseRegistration } from "./registration.rules.js";

const id = "https://agent.example.com/oauth/client.json";
const valid = { client_id: id, client_name: "Agent", redirect_uris: ["https://agent.example.com/cb"] };

describe("a client_id", () => {
  test.each([id, "https://agent.example.com:8443/c?v=1"])("%s can be the address of a document", (clientId) =>
    expect(isDocumentUrl(clientId)).toBe(true),
  );
  test.each([
    "https://agent.example.com",
    "https://agent.example.com/",
    "https://agent.example.com/a/../b",
    "https://agent.example.com/a#b",
    "https://user@agent.example.com/a",
    "https://AGENT.example.com/a",
    "ftp://agent.example.com/a",
    "ocl_01h455vb4pex5vsknk084sn02q",
    "",
  ])("%j cannot", (clientId) => expect(isDocumentUrl(clientId)).toBe(false));
});

describe("a document", () => {
  test("names the client and the host that publishes it", () => {
    expect(parseDocument(id, JSON.stringify(valid))).toEqual({
      id,
      name: "Agent",
      host: "agent.example.com",
      redirectUris: ["https://agent.example.com/cb"],
    });
  });
  test.each([
    {
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
    },
    { token_endpoint_auth_methods_supported: ["private_key_jwt", "none"] },
    { token_endpoint_auth_method: "none", token_endpoint_auth_methods_supported: ["private_key_jwt"] },
  ])("that allows a client without a secret makes a public client: %j", (methods) => {
    expect(parseDocument(id, JSON.stringify({ ...valid, ...methods }))).toMatchObject({ id, name: "Agent" });
  });
  test.each([
    [{ token_endpoint_auth_method: "private_key_jwt" }, "private_key_jwt"],
    [{ token_endpoint_auth_methods_supported: ["tls_client_auth"] }, "tls_client_auth"],
    [{ token_endpoint_auth_method: "a\u202Eb", token_endpoint_auth_methods_supported: ["c"] }, "ab"],
  ])("that asks for another authentication is refused with its name: %j", (methods, method) => {
    expect(parseDocument(id, JSON.stringify({ ...valid, ...methods }))).toEqual({ reason: expect.any(String), method });
  });
  test.each([
    ["of another client_id", { client_id: "https://agent.example.com/other.json" }],
    ["without redirect_uris", { redirect_uris: [] }],
    ["that asks for a secret", { token_endpoint_auth_method: "client_secret_post" }],
    ["with a list as name", { client_name: ["Agent"] }],
  ])("%s is refused", (_name, wrong) => {
    expect(parseDocument(id, JSON.stringify({ ...valid, ...wrong }))).toMatchObject({ reason: expect.any(String) });
  });
  test.each(["", "null", "[]", "<html>", "{"])("with the text %j is refused", (text) =>
    expect(parseDocument(id, text)).toEqual({ reason: expect.any(String) }),
  );
  test("loses redirect URIs that are not safe, and characters that reorder its name", () => {
    const given = {
      ...valid,
      client_name: "A\u202Egent\n\tx",
      redirect_uris: ["javascript:x", "https://a.example/cb"],
    };
    expect(parseDocument(id, JSON.stringify(given))).toMatchObject({
      name: "Agent  x",
      redirectUris: ["https://a.example/cb"],
    });
  });
});

test.each([
  [undefined, 300],
  ["max-age=60", 300],
  ["public, max-age=3600", 3600],
  ["max-age=999999999", 86_400],
  ["no-store, max-age=3600", 300],
  ["s-maxage=7200", 300],
])("with Cache-Control %j a document is kept for %i seconds", (header, seconds) =>
  expect(computeCacheSeconds(header)).toBe(seconds),
);

describe("a registration", () => {
  test("gets its redirect URIs once each, and a name of one line", () => {
    const body = { redirect_uris: ["http://localhost/", "http://localhost/"], client_name: " Agent\n1 " };
    expect(parseRegistration(body)).toEqual({ name: "Agent 1", redirectUris: ["http://localhost/"] });
  });
  test.each([
    [undefined, "invalid_redirect_uri"],
    [[], "invalid_client_metadata"],
    [{ redirect_uris: "http://localhost/" }, "invalid_redirect_uri"],
    [
      { redirect_uris: Array.from({ length: 11 }, (_, port) => `http://localhost:${port + 1}/`) },
      "invalid_redirect_uri",
    ],
    [{ redirect_uris: ["http://example.com/"] }, "invalid_redirect_uri"],
    [{ redirect_uris: ["http://localhost/"], client_name: { $gt: "" } }, "invalid_client_metadata"],
    [{ redirect_uris: ["http://localhost/"], grant_types: ["password"] }, "invalid_client_metadata"],
    [{ redirect_uris: ["http://localhost/"], response_types: ["token"] }, "invalid_client_metadata"],
  ])("%j is refused", (body, error) => expect(parseRegistration(body)).toMatchObject({ error }));
});
