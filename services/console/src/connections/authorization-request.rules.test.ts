import { describe, expect, test } from "vitest";
import {
  checkAuthorizationRequest,
  createAnswerUrl,
  isOwnRedirect,
  readAuthorizationQuery,
} from "./authorization-request.rules.js";
import { narrowScopes, readRequestedScopes } from "./scopes.rules.js";

const issuer = "https://ops.example.com";
const client = { id: "ocl_1", name: "Agent", host: null, redirectUris: ["https://agent.example.com/cb"] };
const valid = {
  response_type: "code",
  client_id: "ocl_1",
  redirect_uri: "https://agent.example.com/cb",
  state: "s",
  scope: "supply:read",
  code_challenge: "x".repeat(43),
  code_challenge_method: "S256",
  resource: `${issuer}/mcp`,
};
const read = (given: object = {}) => {
  const query = readAuthorizationQuery(new URLSearchParams({ ...valid, ...given }));
  if (!query) throw new Error("unreadable");
  return query;
};

describe("an authorization request", () => {
  test("with everything is accepted", () => {
    expect(checkAuthorizationRequest(read(), client, issuer)).toMatchObject({
      scopes: ["supply:read"],
      resource: `${issuer}/mcp`,
      client: { redirectHost: "agent.example.com" },
    });
  });

  test.each([
    ["an implicit grant", { response_type: "token" }, "unsupported_response_type"],
    ["no challenge", { code_challenge: "" }, "invalid_request"],
    ["a challenge of another length", { code_challenge: "x".repeat(42) }, "invalid_request"],
    ["the method plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["no method, which means plain", { code_challenge_method: "" }, "invalid_request"],
    ["the resource of another server", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["a resource that begins like ours", { resource: `${issuer}.evil.example/mcp` }, "invalid_target"],
    ["scopes that do not exist", { scope: "mars:read *" }, "invalid_scope"],
    ["scopes of people only", { scope: "keys:write members:write" }, "invalid_scope"],
    ["scopes of people and keys", { scope: "settings:write visitors:read visitors:write" }, "invalid_scope"],
  ])("with %s is refused", (_name, given, error) => {
    expect(checkAuthorizationRequest(read(given), client, issuer)).toMatchObject({ error });
  });

  test.each(["client_id", "redirect_uri", "state", "code_challenge", "scope"])("with %s twice is refused", (name) => {
    const params = new URLSearchParams(valid);
    params.append(name, "other");
    expect(readAuthorizationQuery(params)).toBeUndefined();
  });

  test("is answered at an address of its client only", () => {
    expect(isOwnRedirect(read(), client)).toBe(true);
    expect(isOwnRedirect(read({ redirect_uri: "https://evil.example/cb" }), client)).toBe(false);
    expect(isOwnRedirect(read({ redirect_uri: "" }), client)).toBe(false);
  });
});

test("the answer keeps the registered address as it is, and names the issuer", () => {
  const answer = { code: "c", state: "a&b", issuer };
  expect(createAnswerUrl("https://a.example/cb?x=%20", answer)).toBe(
    "https://a.example/cb?x=%20&code=c&state=a%26b&iss=https%3A%2F%2Fops.example.com",
  );
  expect(createAnswerUrl("cursor://a/cb", { code: "c", state: null, issuer })).toBe(
    "cursor://a/cb?code=c&iss=https%3A%2F%2Fops.example.com",
  );
});

describe("scopes", () => {
  test("that are not requested are all that agents can have; unknown ones are left out", () => {
    expect(readRequestedScopes("")).toContain("webhooks:write");
    expect(readRequestedScopes("offline_access supply:read openid")).toEqual(["supply:read"]);
    expect(readRequestedScopes("*")).toEqual([]);
  });

  test("are narrowed to areas and to reading", () => {
    const all = ["supply:read", "supply:write", "flows:read", "flows:write"];
    expect(narrowScopes(all, { areas: ["supply"], isReadOnly: true })).toEqual(["supply:read"]);
    expect(narrowScopes(all, { areas: ["flows", "mars"], isReadOnly: false })).toEqual(["flows:read", "flows:write"]);
    expect(narrowScopes(all, { areas: [], isReadOnly: false })).toEqual([]);
  });
});
