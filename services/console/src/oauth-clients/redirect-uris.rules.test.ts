import { describe, expect, test } from "vitest";
import { describeRedirect, isAllowedRedirectUri, listFormTargets, matchesRedirectUri } from "./redirect-uris.rules.js";

describe("a client may register", () => {
  test.each([
    "https://claude.ai/api/mcp/auth_callback",
    "https://vscode.dev/redirect",
    "http://127.0.0.1:33418/",
    "http://localhost/callback",
    "http://[::1]:7777/cb",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "com.example.agent:/oauth",
  ])("%s", (uri) => expect(isAllowedRedirectUri(uri)).toBe(true));
});

describe("a client may not register", () => {
  test.each([
    "http://example.com/callback",
    "http://127.0.0.2/callback",
    "http://localhost.example.com/callback",
    "https://example.com/callback#fragment",
    "https://example.com/#",
    "https://user:password@example.com/",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "ms-msdt:/id",
    "intent://scan/#Intent;end",
    "blob:https://example.com/1",
    "https://example.com/call\r\nback",
    "https://example.com/\u202Ekcabllac",
    "https://example.com/ñ",
    "https://exa\u200Bmple.com/callback",
    "https://example.com/call back",
    " https://example.com/callback",
    "/callback",
    "",
    `https://example.com/${"x".repeat(2000)}`,
  ])("%j", (uri) => expect(isAllowedRedirectUri(uri)).toBe(false));
});

describe("a request", () => {
  const registered = ["https://example.com/callback", "http://127.0.0.1:33418/callback?x=1", "http://localhost/"];

  test.each(["https://example.com/callback", "http://127.0.0.1:50000/callback?x=1", "http://localhost:1234/"])(
    "may redirect to %s",
    (uri) => expect(matchesRedirectUri(uri, registered)).toBe(true),
  );

  test.each([
    "https://example.com/callback/",
    "https://example.com/callback?next=https://evil.example",
    "https://example.com:8443/callback",
    "https://example.com.evil.example/callback",
    "https://EXAMPLE.com/callback",
    "http://example.com/callback",
    "http://127.0.0.1:50000/other",
    "http://127.0.0.1:50000/callback",
    "http://localhost:1234/callback?x=1",
    "http://user@127.0.0.1:33418/callback?x=1",
    "http://127.0.0.1.evil.example/callback?x=1",
  ])("may not redirect to %s", (uri) => expect(matchesRedirectUri(uri, registered)).toBe(false));
});

test("the page says where the browser goes, and its policy allows this redirect only", () => {
  expect(describeRedirect("https://claude.ai/x")).toEqual({ host: "claude.ai", isThisComputer: false });
  expect(describeRedirect("http://127.0.0.1:1/x")).toEqual({ host: "127.0.0.1:1", isThisComputer: true });
  expect(describeRedirect("cursor://x/y")).toEqual({ host: "cursor:", isThisComputer: true });
  expect(listFormTargets("https://claude.ai/x")).toEqual(["https:"]);
  expect(listFormTargets("http://127.0.0.1:1/x")).toEqual(["http://127.0.0.1:1", "https:"]);
  expect(listFormTargets("http://[::1]:1/x")).toEqual(["http:", "https:"]);
  expect(listFormTargets("cursor://x/y")).toEqual(["cursor:", "https:"]);
});
