// Writes the generated pages of docs/, the OpenAPI document and the generated rules of Prometheus. It needs the build.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listServices } from "../mesh/mesh-plan.mjs";
import { renderSecretsExample } from "../../../deploy/setup/src/kubernetes-secrets.mjs";
import { readMetricDeclarations } from "../../../deploy/telemetry/metric-declarations.mjs";
import { root } from "../paths.mjs";
import { renderAnalyticsCollections } from "./analytics-page.mjs";
import { renderCollections } from "./data-life-page.mjs";
import { renderLimits, renderStoredWithoutCaller } from "./limits-page.mjs";
import { loadDataLives } from "./load-data-lives.mjs";
import { renderWebLimits } from "./web-limits.mjs";
import { renderRouteFacts } from "./route-facts.mjs";
import { renderWebOperations } from "./web-operations.mjs";
import { renderWebToolWords } from "./web-tool-words.mjs";
import {
  renderAccessPage,
  renderConsent,
  renderErrorsPage,
  renderMetrics,
  renderSettingsPage,
  renderToolsPage,
  replaceGenerated,
} from "./generated-docs.mjs";

/** Writes the pages that changed and returns their names. With `check` it writes nothing. */
export async function generateDocs({ check = false } = {}) {
  const changed = [];
  for (const [name, text] of Object.entries(await renderPages())) {
    const file = join(root, name);
    const current = await readFile(file, "utf8").catch(() => undefined);
    if (current === text) continue;
    changed.push(name);
    if (check) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return changed;
}

/** Writes the REST reference for readers, docs/rest, which is not committed. Returns the number of pages. */
export async function buildReference() {
  const { renderMarkdownPages } = await import(join(root, "rest/dist/markdown-pages/pages.js"));
  const { document, examples } = await createRestDocument();
  const pages = Object.entries(renderMarkdownPages({ document, examples }));
  const folder = join(root, "docs/rest");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, text] of pages) await writeFile(join(folder, name), text);
  return pages.length;
}

async function renderPages() {
  const { describeSettings } = await import(join(root, "packages/kit/dist/config/index.js"));
  const { errorTable, inputRules } = await import(join(root, "packages/kit/dist/errors/index.js"));
  const { tools } = await import(join(root, "proto/dist/src/index.js"));
  const { personRoutes, routes } = await import(join(root, "rest/dist/index.js"));
  const { nameRequests } = await import(join(root, "packages/kit/dist/http/index.js"));
  const access = await import(join(root, "rest/dist/access/index.js"));
  const { renderTelemetryFiles } = await import(join(root, "deploy/telemetry/prometheus-rule.mjs"));
  const { document } = await createRestDocument();
  const [dataLife, telemetry] = [await readPage("data-life"), await readPage("telemetry")];
  const connections = await readPage("connections");
  const { budgets, storedWithoutCaller } = await import(join(root, "rest/dist/budgets/index.js"));
  const { analyticsCollections } = await import(join(root, "rest/dist/analytics/index.js"));
  const { toolWords } = await import(join(root, "rest/dist/approvals/tool-words.js"));
  const { languages } = await import(join(root, "packages/kit/dist/pages/index.js"));
  const schemas = await loadConfigSchemas();
  return {
    "rest/openapi.json": `${JSON.stringify(document, null, 2)}\n`,
    // Programs load these instead of the schemas of all routes.
    "rest/requests.json": `${JSON.stringify(nameRequests(routes), null, 2)}\n`,
    "rest/routes.json": renderRouteFacts({ routes, personRoutes }),
    ...(await renderTelemetryFiles()),
    "deploy/kubernetes/secrets.example.yaml": renderSecretsExample(),
    "docs/analytics.md": replaceGenerated(
      await readPage("analytics"),
      "collections",
      renderAnalyticsCollections(analyticsCollections),
    ),
    "docs/access.md": renderAccessPage({ routes, personRoutes, tools, access }),
    "docs/connections.md": replaceGenerated(connections, "consent", renderConsent(access)),
    "docs/data-life.md": replaceGenerated(dataLife, "collections", renderCollections(await loadDataLives())),
    "docs/errors.md": renderErrorsPage(errorTable, inputRules),
    "docs/events.md": await renderEventsPage(),
    "docs/limits.md": replaceGenerated(
      replaceGenerated(
        await readPage("limits"),
        "limits",
        renderLimits(
          budgets,
          schemas.flatMap(([, schema]) => describeSettings(schema)),
        ),
      ),
      "routes",
      renderStoredWithoutCaller(storedWithoutCaller),
    ),
    "docs/settings.md": renderSettingsPage(schemas, describeSettings),
    "docs/telemetry.md": replaceGenerated(telemetry, "metrics", renderMetrics(readMetricDeclarations())),
    "docs/tools.md": renderToolsPage(tools),
    ...renderWebLimits({ routes, personRoutes }),
    ...renderWebOperations({ routes, personRoutes }),
    ...renderWebToolWords(toolWords, languages),
  };
}

const readPage = (name) => readFile(join(root, `docs/${name}.md`), "utf8");

/** The OpenAPI document, with the examples that `npm run examples` has recorded. */
async function createRestDocument() {
  const { routes } = await import(join(root, "rest/dist/index.js"));
  const { createOpenApiDocument } = await import(join(root, "rest/dist/openapi/index.js"));
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const [examples, errorExamples] = [await readExamples("rest/examples"), await readExamples("rest/examples/errors")];
  return { document: createOpenApiDocument({ routes, version, examples, errorExamples }), examples };
}

/** The files of a folder by name, without `.json`. */
async function readExamples(folder) {
  const files = (await readdir(join(root, folder))).filter((file) => file.endsWith(".json"));
  const entries = files.map(async (file) => [
    file.slice(0, -".json".length),
    JSON.parse(await readFile(join(root, folder, file), "utf8")),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}
/** The page is written by the webhooks service, which owns the catalogue of events. */
async function renderEventsPage() {
  const service = join(root, "services/webhooks");
  // Searched in src: dist may still contain a compiled file whose source was moved.
  const file = (await readdir(join(service, "src"), { recursive: true })).find((name) =>
    name.endsWith("events-page.ts"),
  );
  if (!file) throw new Error("services/webhooks/src has no events-page.ts");
  const [render] = Object.values(await import(join(service, "dist", file.replace(/\.ts$/, ".js"))));
  return render();
}

/** `[folder, schema]` of every process: the gateway exports its schema, a service has it in its definition. */
async function loadConfigSchemas() {
  const files = [["gateway", "config.js"], ...listServices().map((name) => [`services/${name}`, `${name}.js`])];
  const schemas = [];
  for (const [folder, file] of files) {
    const exported = Object.values(await import(join(root, folder, "dist", file)));
    const schema = exported.find(isSchema) ?? exported.find((value) => isSchema(value?.config))?.config;
    if (!schema) throw new Error(`${folder}/dist/${file} exports no config schema`);
    schemas.push([folder, schema]);
  }
  return schemas;
}

function isSchema(value) {
  return typeof value === "object" && value !== null && "shape" in value && typeof value.safeParse === "function";
}
