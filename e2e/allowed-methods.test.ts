import { readdirSync } from "node:fs";
import { personRoutes, routes } from "@tenant-ops/rest";
import { storedWithoutCaller } from "@tenant-ops/rest/budgets";
import { beforeAll, expect, test } from "vitest";
import { type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

/** The gateway's own routes that no declaration has. */
const ownPaths = [
  "/docs",
  "/openapi.json",
  "/mcp",
  "/mcp/",
  "/cognitive-layer/mcp",
  "/cognitive-layer/mcp/",
  "/mcp/server-card",
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/oauth-protected-resource/cognitive-layer/mcp/",
  "/oauth/authorize",
  "/oauth/revoke",
];

// A file that is not there is a path that does not exist.
const [asset = ""] = readdirSync(new URL("../services/console/web/dist/assets", import.meta.url)).filter((name) =>
  name.endsWith(".js"),
);

/** With a text in place of each parameter. */
const fill = (path: string): string =>
  path.replace("/assets/:name", `/assets/${asset}`).replaceAll(/\{\w+\}|:\w+|\*/g, "x");

const listDeclared = (service: keyof typeof storedWithoutCaller): string[] =>
  Object.keys(storedWithoutCaller[service]).map((name) => name.split(" ")[1] ?? "");

const ofApplication = [
  ...personRoutes.map(({ path }) => path),
  ...listDeclared("console").filter((path) => !path.startsWith("/oauth/")),
];
const ofPublic = [
  ...routes.filter(({ caller }) => caller !== "operator").map(({ path }) => path),
  ...(["flows", "roulettes", "learning"] as const).flatMap(listDeclared),
  "/oauth/register",
  "/oauth/register/:clientId",
  ...ownPaths,
];
const ofOperators = routes.filter(({ caller }) => caller === "operator").map(({ path }) => path);
const unique = (paths: readonly string[]) => [...new Set(paths.map(fill))];

/** In groups, because a business may have only so many requests in flight. */
const pathsAtOnce = 8;

let testMesh: TestMesh;
let ofBusiness: Record<string, string>;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  // A refused credential comes before a refused method.
  const { key, businessId } = await testMesh.createBusiness();
  ofBusiness = { "x-api-key": key, "x-business-id": businessId };
});

/** What each method gets. A path that the service behind a page does not know takes no method. */
async function tryMethods(url: string, path: string, headers: Record<string, string>) {
  const answers = [];
  for (const method of methods) {
    const answer = await fetch(`${url}${path}`, { method, headers, redirect: "manual" });
    const text = await answer.text();
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
    const isUnknown = method === "HEAD" ? !isPage : text.includes('"route_not_found"');
    const isMissing = answer.status === 404 && isUnknown;
    answers.push({ method, status: answer.status, allow: answer.headers.get("allow"), isMissing });
  }
  const works = answers.filter(({ status, isMissing }) => status !== 405 && !isMissing).map(({ method }) => method);
  const wrong = answers.filter(
    ({ status, allow, isMissing }) => isMissing || (status === 405 && allow !== works.join(", ")),
  );
  return { path, works, wrong };
}

test.each([
  ["of the public host", () => testMesh.url, () => ofBusiness, unique(ofPublic)],
  ["of the console", () => testMesh.mesh.appUrl, () => ({}), unique(ofApplication)],
  ["of operators", () => testMesh.mesh.operatorUrls[0], () => ({}), unique(ofOperators)],
])(
  "every path %s refuses the methods that do not work there, and names exactly the others",
  async (_name, getUrl, getHeaders, paths) => {
    expect(paths.length).toBeGreaterThan(10);
    const found = [];
    for (let at = 0; at < paths.length; at += pathsAtOnce) {
      const group = paths.slice(at, at + pathsAtOnce);
      found.push(...(await Promise.all(group.map((path) => tryMethods(String(getUrl()), path, getHeaders())))));
    }
    expect(found.filter(({ works, wrong }) => works.length === 0 || wrong.length > 0)).toEqual([]);
  },
);
