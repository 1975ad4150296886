import { type Html, html } from "@tenant-ops/kit/http";
import { headerComponents } from "../openapi/headers.js";
import type { OpenApiDocument } from "../openapi/openapi.types.js";
import { listOperations, type PlacedOperation } from "../openapi/references.js";
import { renderMarkdown } from "./markdown.js";
import { renderOperation } from "./operation.html.js";
import { styleElement } from "./page.css.js";
import { renderFields, renderTypeOf, renderValue } from "./schema.html.js";

export { contentSecurityPolicy } from "./page.css.js";

/** The document as one page for people: without scripts, so that it loads nothing and works without a network once it is open. */
export function renderDocsPage(document: OpenApiDocument): string {
  const { info, tags } = document;
  const operations = listOperations(document);
  const sections = tags
    .map((tag) => ({ ...tag, members: operations.filter(({ operation }) => operation.tags.includes(tag.name)) }))
    .filter(({ members }) => members.length > 0);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}</title>
        <link rel="icon" href="/icon.png" />
        ${styleElement}
      </head>
      <body>
        <nav aria-label="Contents">
          <p><a href="#top">${info.title}</a></p>
          ${sections.map(({ name, members }) => renderContents(name, members))}
          <ul>
            <li><a href="#schemas">Schemas</a></li>
            <li><a href="#headers">Headers of answers</a></li>
            <li><a href="/openapi.json">openapi.json</a></li>
          </ul>
        </nav>
        <main id="top">
          <h1>${info.title}</h1>
          <p class="note">
            Version ${info.version} · the same as a document for tools:
            <a href="/openapi.json">/openapi.json</a> (OpenAPI ${document.openapi})
          </p>
          ${renderMarkdown(info.description)}
          ${sections.map(
            ({ name, description, members }) =>
              html`<section>
                <h2 id="${toAnchor(name)}">${name}</h2>
                ${renderMarkdown(description, 3)}${members.map((one) => renderOperation(document, one))}
              </section>`,
          )}
          <section>
            <h2 id="schemas">Schemas</h2>
            ${Object.entries(document.components.schemas).map(
              ([name, schema]) =>
                html`<article id="schema-${name}">
                  <h3>${name}</h3>
                  ${schema.properties ? html`${schema.description !== undefined && renderMarkdown(schema.description, 4)}${renderFields(schema)}` : renderValue(schema)}
                </article>`,
            )}
          </section>
          <section>
            <h2 id="headers">Headers of answers</h2>
            <table class="fields">
              <tbody>
                ${Object.entries(headerComponents).map(
                  ([name, { description, schema, example }]) =>
                    html`<tr id="header-${name}">
                      <th scope="row"><code>${name}</code></th>
                      <td>
                        ${renderTypeOf(schema)}${renderMarkdown(description, 4)}
                        <p><code>${String(example)}</code></p>
                      </td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </section>
        </main>
      </body>
    </html>`.text;
}

function renderContents(tag: string, members: PlacedOperation[]): Html {
  return html`<details>
    <summary>${tag}</summary>
    <ul>
      <li><a href="#${toAnchor(tag)}">About ${tag}</a></li>
      ${members.map(
        ({ method, operation: { operationId, summary } }) =>
          html`<li>
            <a href="#${operationId}"><span class="method ${method}">${method.toUpperCase()}</span> ${summary}</a>
          </li>`,
      )}
    </ul>
  </details>`;
}

const toAnchor = (tag: string) => `tag-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
