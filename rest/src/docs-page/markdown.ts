import { type Html, html } from "@tenant-ops/kit/http";

/**
 * The Markdown of our descriptions as HTML: paragraphs, `##` headings, `-` lists, tables, and in a line `code`, **bold** and
 * [links](https://example.com). Everything else stays text.
 * @param headingLevel of `##`
 */
export function renderMarkdown(text: string, headingLevel = 2): Html {
  const blocks = text.trim().split(/\n{2,}/);
  return html`${blocks.map((block) => renderBlock(block.split("\n"), headingLevel))}`;
}

function renderBlock(lines: string[], headingLevel: number): Html {
  const [first = ""] = lines;
  if (first.startsWith("## ")) return renderHeading(first.slice(3), headingLevel);
  if (lines.every((line) => /^(- |  )/.test(line))) {
    const items = lines.join("\n").slice(2).split("\n- ");
    return html`<ul>
      ${items.map((item) => html`<li>${renderInline(item)}</li>`)}
    </ul>`;
  }
  if (lines.length > 2 && lines.every((line) => line.startsWith("|"))) return renderTable(lines);
  return html`<p>${renderInline(lines.join("\n"))}</p>`;
}

function renderHeading(text: string, level: number): Html {
  const id = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return html`<h${level} id="${id}">${renderInline(text)}</h${level}>`;
}

function renderTable([head = "", , ...rows]: string[]): Html {
  const cells = (line: string) => line.replaceAll(/^\||\|$/g, "").split(/(?<!\\)\|/);
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          ${cells(head).map((cell) => html`<th scope="col">${renderInline(cell.trim())}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${cells(row).map((cell) => html`<td>${renderInline(cell.trim())}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const inlineParts = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\((?:https:\/\/|#|\/)[^)\s]*\))/;

function renderInline(text: string): Html {
  return html`${text.split(inlineParts).map(renderPart)}`;
}

function renderPart(part: string): Html {
  if (/^`[^`]+`$/.test(part)) return html`<code>${part.slice(1, -1)}</code>`;
  if (/^\*\*[^*]+\*\*$/.test(part)) return html`<strong>${part.slice(2, -2)}</strong>`;
  const [, label, target] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? [];
  return label !== undefined && target !== undefined && inlineParts.test(part)
    ? html`<a href="${target}">${label}</a>`
    : html`${part}`;
}
