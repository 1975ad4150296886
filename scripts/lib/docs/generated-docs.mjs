// Markdown generated from tables in the code. Pure functions.
export const notice = (source) => `<!-- Written by \`npm run generate\` from ${source}. Do not edit. -->`;

/**
 * A page that is written by hand, with the part between its marks replaced.
 * @param {string} page the text of the page
 * @param {string} name of the part: `<!-- generated: name -->` … `<!-- end of generated -->`
 */
export function replaceGenerated(page, name, text) {
  const [begin, end] = [`<!-- generated: ${name} -->`, "<!-- end of generated -->"];
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from < 0 || to < from) throw new Error(`a page lacks ${begin} … ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}

/** @param {Map<string, string>} declared help texts of the metrics by name, as they stand in the sources */
export function renderMetrics(declared) {
  const sorted = [...declared].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rows = sorted.map(([name, help]) => [`\`${name}\``, help.replace(/[:,] [^:,]*\$\{.*$/, "")]);
  return renderTable(["Metric", "Help"], rows);
}

export function renderErrorsPage(errorTable, inputRules) {
  const rows = Object.entries(errorTable)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, meaning, remedy, retryable, values = [] }]) => [
      `\`${code}\``,
      String(status),
      meaning,
      remedy,
      retryable ? "yes" : "",
      listWords(values),
    ]);
  const rules = Object.entries(inputRules).map(([rule, values]) => [`\`${rule}\``, listWords(values)]);
  return [
    "# Errors",
    "",
    notice("the error tables of packages/kit and proto"),
    "",
    "Every error answer has `detail`, a sentence to act on; `error`, one of these codes; and `request_id`, to quote in",
    "support requests. The status is that of direct calls and of REST. In MCP, wrong arguments and broken business rules are a",
    "result with `isError: true` and the code in `_meta`.",
    "",
    "`problems` says the same for a program: each has a `rule`, which is a code or one of the rules below, the `field` that is",
    "wrong, and the `values` of the sentence. It is absent when the code says everything.",
    "",
    "`GET /docs` of a running gateway lists all REST paths, with the codes of each; `npm run reference` writes the same as pages into docs/rest.",
    "",
    renderTable(["Code", "Status", "Meaning", "What to do", "Same call may work later", "Values"], rows),
    "",
    "## Rules of fields",
    "",
    renderTable(["Rule", "Values"], rules),
    "",
  ].join("\n");
}

const listWords = (words) => words.map((word) => `\`${word}\``).join(", ");

const signs = { yes: "✓", proof: "passkey", sandbox: "sandbox", no: "" };

/** Who may do what: a row for each route and tool, a column for each kind of caller. */
export function renderAccessPage({ routes, personRoutes, tools, access }) {
  const { callerKinds, judgeRoute, judgeTool, listNeededScopes, listToolScopes } = access;
  const render = (things, callers, name, scopes, judge) =>
    renderTable(
      ["", "Scopes", ...callers.map((caller) => caller.name)],
      things.map((thing) => [
        `\`${name(thing)}\``,
        scopes(thing)
          .map((scope) => `\`${scope}\``)
          .join(" "),
        ...callers.map((caller) => signs[judge(thing, caller)]),
      ]),
    );
  const people = callerKinds.filter(({ kind }) => kind === "person");
  const others = callerKinds.filter(({ kind }) => kind !== "person");
  const renderRoutes = (shown, callers) =>
    render(
      shown,
      callers,
      ({ method, path }) => `${method} ${path.replace("/v1/public/", "").replace("/v1/console/", "")}`,
      (route) =>
        route.access?.ofAllAreas
          ? ["all areas", ...(route.access.scope ?? "").split(" ").filter(Boolean)]
          : listNeededScopes(route, true),
      judgeRoute,
    );
  return [
    "# Access",
    "",
    notice("rest/src"),
    "",
    "What each caller may do. `agent: read` and `agent: all` are connections of an owner, with what the person allowed; a person with a lower",
    "role allows less. `key: areas` has every scope of the areas, `key: previews` everything with `requireProposal`. `passkey`: after the",
    "person has confirmed with it within five minutes. `sandbox`: in a sandbox only. `e2e/access.test.ts` sends each of these requests.",
    "",
    "## Tools",
    "",
    render(tools, others, ({ name }) => name, listToolScopes, judgeTool),
    "",
    "## Requests below `/v1/public`",
    "",
    renderRoutes(
      routes.filter(({ caller }) => caller === "tenant"),
      callerKinds,
    ),
    "",
    "## Requests of the console below `/v1/console`",
    "",
    "Without a scope: about oneself. `e2e/people-access.test.ts` sends them.",
    "",
    renderRoutes(personRoutes, people),
    "",
  ].join("\n");
}

/** What the page of consent says, in English. */
export function renderConsent({ areaWords, keyOnlyScopes, personOnlyWords }) {
  const rows = Object.entries(areaWords).map(([area, { read, write }]) => [`\`${area}\``, read.en, write?.en ?? ""]);
  const never = [
    ...Object.entries(keyOnlyScopes).map(([scope, { en }]) => `- ${en} (\`${scope}\`)`),
    `- ${personOnlyWords.en}`,
  ];
  return [renderTable(["Area", "Read", "Write"], rows), "", "Never, whatever the person allows:", "", ...never].join(
    "\n",
  );
}

export function renderToolsPage(tools) {
  const defaults = tools.filter(({ toolset }) => !toolset);
  const operations = tools.filter(({ toolset }) => toolset === "operations");
  const render = (shown) => renderTable(["Tool", "Does", "Scopes"], shown.map(formatToolRow));
  return [
    "# Tools",
    "",
    notice("the .proto files"),
    "",
    "Descriptions and schemas as agents get them: `proto/gen/tools`. How a request chooses tools: [gateway.md](gateway.md#choosing-tools).",
    "",
    `## The default catalogue: ${defaults.length} tools`,
    "",
    render(defaults),
    "",
    `## The toolset \`operations\`: ${operations.length} tools`,
    "",
    "Off unless they are asked for, with `?toolsets=operations`, the header `X-MCP-Toolsets: operations` or the setting `toolsets` of a key.",
    "",
    render(operations),
    "",
  ].join("\n");
}

function formatToolRow({ name, description, area, isWrite, writer }) {
  const [sentence] = description.split(/(?<=\.)\s/);
  // A preview reads and leads to a write, so it needs both scopes.
  const accesses = isWrite ? ["write"] : writer ? ["read", "write"] : ["read"];
  return [`\`${name}\``, sentence, accesses.map((access) => `\`${area}:${access}\``).join(", ")];
}

export function renderSettingsPage(schemas, describeSettings) {
  return [
    "# Settings",
    "",
    notice("the configuration schemas of the processes"),
    "",
    "Every process reads its settings from environment variables. `NAME_FILE` instead of `NAME` reads the value from a file. When settings are",
    "wrong or missing, the process exits and prints every problem at once.",
    "",
    "[One process](operating.md#one-process) with all parts reads the settings of all of them; `SUPPLY_NAME` is then `NAME` for supply only.",
    "",
    "`npm start` sets all of them; [operating](operating.md) says which ones production needs, [keys](keys.md) how to change the secret ones.",
    "",
    renderSettingsTables(schemas, describeSettings),
    "",
  ].join("\n");
}

/**
 * One table for the settings that all services share, and one for each process's own. A service that gives a shared name
 * another meaning has it in its own table.
 * @param {[string, unknown][]} schemas process folder and config schema
 * @param {(schema: unknown) => object[]} describeSettings
 */
function renderSettingsTables(schemas, describeSettings) {
  const described = schemas.map(([folder, schema]) => ({ folder, rows: describeSettings(schema) }));
  const services = described.filter(({ folder }) => folder.startsWith("services/"));
  const allRows = services.flatMap(({ rows }) => rows);
  const isShared = (row) =>
    allRows.filter(({ name }) => name === row.name).length === services.length &&
    allRows.filter((other) => hasSameMeaning(other, row)).length > 1;
  const shared = allRows.filter(
    (row, index) => isShared(row) && allRows.findIndex((r) => hasSameMeaning(r, row)) === index,
  );
  const sections = described.map(({ folder, rows }) => ({
    title: `\`${folder}\``,
    rows: folder.startsWith("services/") ? rows.filter((row) => !isShared(row)) : rows,
  }));
  return [{ title: "All services", rows: shared }, ...sections]
    .filter(({ rows }) => rows.length > 0)
    .map(
      ({ title, rows }) =>
        `## ${title}\n\n${renderTable(["Setting", "Default", "Meaning"], rows.map(formatSettingRow))}`,
    )
    .join("\n\n");
}

function formatSettingRow({ name, description, required, secret, defaultValue }) {
  const marks = [required && "required", secret && "secret"].filter(Boolean).join(", ");
  const meaning = description.replaceAll("<", "&lt;");
  if (!defaultValue) return [`\`${name}\``, marks, meaning];
  return [`\`${name}\``, `\`${defaultValue}\``, marks ? `${meaning} (${marks})` : meaning];
}

// The default is not compared: that of MONGODB_DATABASE differs from service to service.
const hasSameMeaning = (a, b) => a.name === b.name && a.description === b.description;

export function renderTable(head, rows) {
  const cell = (text) => String(text).replaceAll("|", "\\|").replaceAll("\n", " ");
  const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
