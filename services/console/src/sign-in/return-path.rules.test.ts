import { expect, test } from "vitest";
import { toReturnPath } from "./return-path.rules.js";

const app = "https://app.example.com";

test.each([
  ["/b/biz_1/supply?page=2", "/b/biz_1/supply?page=2"],
  ["/profile", "/profile"],
  ["/connect?client_id=a", "/connect?client_id=a"],
  [`/connect?state=${"a".repeat(3000)}`, `/connect?state=${"a".repeat(3000)}`],
])("after signing in a person returns to %s", (given, path) => expect(toReturnPath(given, app)).toBe(path));

test.each([
  "https://evil.example.com/",
  "//evil.example.com/",
  "/\\evil.example.com",
  "/\t/evil.example.com",
  "\\\\evil.example.com",
  "/./\\evil.example.com",
  "/..//evil.example.com",
  "javascript:alert(1)",
  "/sign-in",
  "/",
  "",
  `/${"a".repeat(8000)}`,
  undefined,
  ["/profile"],
])("and never returns to another site: %j", (given) => expect(toReturnPath(given, app)).toBe("/"));
