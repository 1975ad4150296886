// The calls that are measured: every REST operation as in rest/examples, and every tool as in the tests of agents.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../scripts/lib/paths.mjs";
import { createRecorder } from "../../scripts/lib/examples/recorder.mjs";
import { recordScenario } from "../../scripts/lib/examples/scenario/scenario.mjs";
import { rewriteTexts } from "./copy-records.mjs";

const ownNames = /^(spring-sale|safety-at-work|welcome|spring-2026)(-2)?$/;
/** Also the name of a withdrawal type, so it is renamed where it is a slug only. */
const loanSlug = "loan";

/** The name of the business that the scenario offboards. */
const offboardedName = "Southern Shop";

/** Calls that read or count everything about a person or in a business, so their cost grows with it. They are measured, but not compared. */
export const readsEverything = new Set(["previewPersonRequest", "createPersonRequest", "previewOffboarding"]);

/** Calls that return files with all records. bench/people.mjs measures them. */
const filesOfEverything = new Set(["downloadPersonExport", "exportBusiness"]);

/** The scenario of the tools is written in TypeScript, for the tests. */
export async function loadToolScenario() {
  const folder = join(root, "node_modules/.cache/tenant-ops");
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, "tool-scenario.mjs");
  const contents = `
    export { runAllToolsScenario } from "./e2e/support/calls/all-tools-scenario.ts";
    export { callOver } from "./e2e/support/calls/transports.ts";`;
  await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    // Helpers of tests are not built.
    alias: {
      "@tenant-ops/kit/testing": join(root, "packages/kit/src/testing/eventually.ts"),
      "@tenant-ops/proto/testing": join(root, "proto/src/testing.ts"),
    },
    logLevel: "error",
  });
  return import(outfile);
}

/**
 * Runs all REST operations for a business that exists. Names that must be unique get the tag, so it can run again.
 * @param onCall gets what was sent and a function that sends it, and returns the answer
 */
export async function runRestScenario({ routes, mesh, business, tag, onCall }) {
  const recorder = createRecorder(routes, mesh);
  const rename = (text) => {
    if (text === offboardedName) return business.name;
    return ownNames.test(text) ? `${text}-${tag}` : text;
  };
  let retentionVersion = 0;
  const send =
    (method) =>
    async (id, request, ...rest) => {
      if (id === "createBusiness") return { _id: business.businessId };
      if (filesOfEverything.has(id)) return {};
      const own = withOwnKey(renameLoan(rewriteTexts(request ?? {}, rename), tag), tag);
      // In the copies one address is stored together with a thousand user ids, which the search treats as a thousand persons.
      if (/^(preview|create)PersonRequest$/.test(id)) own.body = { ...own.body, includeLinked: false };
      if (id === "setRetention" && method === "call") own.body = { ...own.body, version: retentionVersion };
      const answer = await onCall({ id, request: own }, () => recorder[method](id, own, ...rest));
      if (id === "getRetention") retentionVersion = answer.version;
      return answer;
    };
  await recordScenario({
    ...recorder,
    record: send("call"),
    call: send("call"),
    recordError: send("recordError"),
    registerVisitor: (slug, form) => recorder.registerVisitor(rename(slug), form),
    startRegistration: (slug, form) => recorder.startRegistration(slug === loanSlug ? `${slug}-${tag}` : slug, form),
  });
}

function renameLoan({ params, body, ...request }, tag) {
  const renamed = (of) => (of?.slug === loanSlug ? { ...of, slug: `${loanSlug}-${tag}` } : of);
  return { ...request, ...(params && { params: renamed(params) }), ...(body !== undefined && { body: renamed(body) }) };
}

function withOwnKey(request, tag) {
  const key = request.headers?.["idempotency-key"];
  return key ? { ...request, headers: { ...request.headers, "idempotency-key": `${key}-${tag}` } } : request;
}

/** Runs all tools for a business, by direct calls. */
export async function runToolScenario({ scenario, mesh, business, onCall }) {
  const { runAllToolsScenario, callOver } = scenario;
  const testMesh = {
    url: mesh.url,
    callRest: (of, method, path, body, headers = {}) =>
      sendJson(method, `${mesh.url}${path}`, body, { "x-api-key": of.key, "x-business-id": of.businessId, ...headers }),
  };
  await runAllToolsScenario(testMesh, business, (tool, args) =>
    onCall({ tool, args }, () => callOver("direct", mesh.url, business, tool, args)),
  );
}

async function sendJson(method, url, body, headers) {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
}

/** @returns a function that makes a recorded read sendable for a business: `run` returns the bytes of the answer, or null for a refusal. */
export function createTransport({ routes, mesh, scenario }, business) {
  return ({ id, request, tool, args }, rewrite) => {
    if (tool) {
      const own = rewriteTexts(args, rewrite);
      return {
        name: `${tool} ${describe(args)}`,
        run: () => scenario.callOver("direct", mesh.url, business, tool, own).then(readBytes),
      };
    }
    const recorder = createRecorder(routes, mesh);
    recorder.useCredentials(business);
    const own = rewriteTexts(request, rewrite);
    const run = () => recorder.call(id, own).then((answer) => readBytes({ answer }), isRefused);
    return { name: `${id} ${describe(request.query)}`, run };
  };
}

const readBytes = ({ answer, error }) => (error === undefined ? (JSON.stringify(answer)?.length ?? 0) : null);
const isRefused = () => null;

/** The names of what was given, and the limit. */
const describe = (given = {}) =>
  Object.entries(given)
    .map(([name, value]) => (name === "limit" ? `limit=${value}` : name))
    .join(" ");

const longestPage = 500;

/** The reads, and each list once more with the longest page and no filter. */
export function addLongestPages(routes, reads) {
  const longest = reads.flatMap(({ id, request, tool }) => {
    if (tool) return /_list_|_history|_progress|_alerts/.test(tool) ? [{ tool, args: { limit: longestPage } }] : [];
    const { query } = routes.find((route) => route.id === id);
    return query?.shape.limit ? [{ id, request: { ...request, query: { limit: longestPage } } }] : [];
  });
  const byName = new Map(longest.map((read) => [read.id ?? read.tool, read]));
  return [...reads, ...byName.values()];
}
