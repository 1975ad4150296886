import type { RouteExample } from "../openapi/examples.js";
import type { OpenApiDocument } from "../openapi/openapi.types.js";
import { listOperations, type PlacedOperation } from "../openapi/references.js";
import { describeType, listComponents, listFields } from "./fields.js";
import { renderOperation, renderTable } from "./operation.js";

export interface PagesOptions {
  document: OpenApiDocument;
  /** By operation id. */
  examples: Readonly<Record<string, RouteExample>>;
}

type Tag = OpenApiDocument["tags"][number];

const notice = "<!-- Written by `npm run reference` from the contract and rest/examples. Do not edit. -->";

/** One Markdown page per area, and an index. @returns file name below docs/rest → text */
export function renderMarkdownPages(options: PagesOptions): Record<string, string> {
  const { document } = options;
  const operations = listOperations({ ...document, webhooks: {} });
  const areas = document.tags
    .map((tag) => ({ tag, own: operations.filter(({ operation }) => operation.tags.includes(tag.name)) }))
    .filter(({ own }) => own.length > 0);
  const pages = areas.map(({ tag, own }) => [toFileName(tag), renderPage(tag, own, options)] as const);
  return { ...Object.fromEntries(pages), "README.md": renderIndex(areas) };
}

function renderIndex(areas: ReadonlyArray<{ tag: Tag; own: PlacedOperation[] }>): string {
  const rows = areas.map(({ tag, own }) => [`[${tag.name}](${toFileName(tag)})`, String(own.length), tag.description]);
  return `${[
    "# REST reference",
    "",
    notice,
    "",
    "One page per area, each operation with a request and its answer as they were recorded from a running mesh. For programs there is",
    "[rest/openapi.json](../../rest/openapi.json), which every gateway serves as `/openapi.json`; for a browser, `/docs`.",
    "",
    renderTable(["Area", "Operations", ""], rows),
  ].join("\n")}\n`;
}

function renderPage({ name, description }: Tag, own: PlacedOperation[], options: PagesOptions): string {
  const { document, examples } = options;
  const rows = own.map(({ method, path, operation: { summary } }) => [
    `[${summary}](#${toAnchor(summary)})`,
    `\`${method.toUpperCase()} ${path}\``,
  ]);
  const lines = [
    `# REST: ${name}`,
    "",
    notice,
    "",
    description,
    "",
    renderTable(["Operation", "Request"], rows),
    "",
    ...own.flatMap((placed) => renderOperation(document, placed, examples[placed.operation.operationId])),
    ...renderRecords(document, own),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

/** The named schemas of a page's requests and answers, and those that they refer to. */
function renderRecords({ components }: OpenApiDocument, own: PlacedOperation[]): string[] {
  const names = new Set(listComponents(own));
  // The loop also visits names that are added to the set meanwhile.
  for (const name of names) for (const inner of listComponents(components.schemas[name])) names.add(inner);
  names.delete("Error");
  const sections = [...names].toSorted().flatMap((name) => {
    const schema = components.schemas[name] ?? {};
    const fields = listFields(schema).map((field) => [
      `\`${field.name}\``,
      field.type,
      field.isRequired ? "yes" : "",
      field.description,
    ]);
    const table = fields.length > 0 ? renderTable(["Field", "Type", "Always", ""], fields) : describeType(schema);
    return [`### ${name}`, "", ...(schema.description === undefined ? [] : [schema.description, ""]), table, ""];
  });
  return sections.length > 0 ? ["## Records", "", ...sections] : [];
}

function toFileName({ name }: Tag): string {
  return `${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.md`;
}

/** As GitHub makes them. */
function toAnchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}
