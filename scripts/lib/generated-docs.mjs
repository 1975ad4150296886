// Text made from tables in the code. No files here: values in, Markdown out.

export function errorsPage(errorTable) {
  const rows = Object.entries(errorTable)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, meaning, remedy, retryable }]) => [
      `\`${code}\``,
      String(status),
      meaning,
      remedy,
      retryable ? "yes" : "",
    ]);
  return [
    "# Errors",
    "",
    "<!-- Written by scripts/docs.mjs from packages/kit/src/errors/error-table.ts and proto/tenantops/*/v1/errors.proto. Do not edit. -->",
    "",
    "Every error answer has `detail`, a sentence to act on; `error`, one of these codes; and `request_id`, to quote in",
    "support requests. The status is that of the bare tool call and of REST. In MCP, wrong arguments and broken business",
    "rules come as a result with `isError: true` and the code in `_meta`.",
    "",
    table(["Code", "Status", "Meaning", "What to do", "Same call may work later"], rows),
    "",
  ].join("\n");
}

/**
 * One table for what all services share and one for each process's own settings. Where one service means something else
 * by a shared name, its own table says so.
 * @param {[string, unknown][]} schemas process folder and config schema
 * @param {(schema: unknown) => object[]} describeSettings
 */
export function settingsTables(schemas, describeSettings) {
  const described = schemas.map(([folder, schema]) => ({ folder, rows: describeSettings(schema) }));
  const services = described.filter(({ folder }) => folder.startsWith("services/"));
  const allRows = services.flatMap(({ rows }) => rows);
  const isShared = (row) =>
    allRows.filter(({ name }) => name === row.name).length === services.length &&
    allRows.filter((other) => isSame(other, row)).length > 1;
  const shared = allRows.filter((row, index) => isShared(row) && allRows.findIndex((r) => isSame(r, row)) === index);
  const sections = described.map(({ folder, rows }) => ({
    title: `\`${folder}\``,
    rows: folder.startsWith("services/") ? rows.filter((row) => !isShared(row)) : rows,
  }));
  return [{ title: "All services", rows: shared }, ...sections]
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => `**${title}**\n\n${table(["Setting", "Default", "Meaning"], rows.map(settingRow))}`)
    .join("\n\n");
}

function settingRow({ name, description, required, secret, defaultValue }) {
  const marks = [required && "required", secret && "secret"].filter(Boolean).join(", ");
  const meaning = description.replaceAll("<", "&lt;");
  return [
    `\`${name}\``,
    defaultValue ? `\`${defaultValue}\`` : marks,
    defaultValue && marks ? `${meaning} (${marks})` : meaning,
  ];
}

// The default of a database's name differs from service to service; what it means does not.
const isSame = (a, b) => a.name === b.name && a.description === b.description;

export function replaceBetweenMarkers(text, name, content) {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`README.md lacks the lines ${start} and ${end}`);
  return `${before}${start}\n\n${content}\n\n${end}${after}`;
}

function table(head, rows) {
  const cell = (text) => String(text).replaceAll("|", "\\|").replaceAll("\n", " ");
  const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
