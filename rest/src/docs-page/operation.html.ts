import { type Html, html } from "@tenant-ops/kit/http";
import type {
  JsonValue,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  Response,
  Schema,
  SecurityScheme,
} from "../openapi/openapi.types.js";
import { isReference, type PlacedOperation, resolveReference } from "../openapi/references.js";
import { renderMarkdown } from "./markdown.js";
import { renderFields, renderTypeOf, renderValue } from "./schema.html.js";

export function renderOperation(
  document: OpenApiDocument,
  { method, path, operation, servers }: PlacedOperation,
): Html {
  const { operationId, summary, description } = operation;
  return html`<article id="${operationId}">
    <h3><a href="#${operationId}">${summary}</a></h3>
    <p class="request"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
    ${description !== undefined && description !== summary && renderMarkdown(description, 4)}
    ${servers && html`<p class="note">Server: ${servers.map(({ url, description: words }) => html`<code>${url}</code>. ${words}`)}</p>`}
    ${renderCredential(document, operation)} ${renderParameters(document, operation)} ${renderBody(operation)}
    ${renderAnswers(document, operation)}
  </article>`;
}

function renderCredential({ security: common, components }: OpenApiDocument, { security = common }: Operation): Html {
  const ways = security.map((schemes) =>
    Object.keys(schemes).map(
      (scheme, index) => html`${index > 0 && " and "}${renderScheme(components.securitySchemes[scheme])}`,
    ),
  );
  const sentence = ways.map((way, index) => html`${index > 0 && ", or "}${way}`);
  return html`<p class="note">Credential: ${ways.length === 0 ? "none" : sentence}</p>`;
}

function renderScheme(scheme: SecurityScheme | undefined): Html {
  if (scheme?.name !== undefined) return html`<code>${scheme.name}</code>`;
  return html`<code>Authorization: Bearer</code>`;
}

const jsonType = "application/json";

const places = { path: "Path", query: "Query", header: "Header" } as const;

function renderParameters(document: OpenApiDocument, { parameters = [] }: Operation): Html {
  const found = parameters.map((one) => (isReference(one) ? resolveReference<Parameter>(document, one) : one));
  const groups = (["path", "query", "header"] as const).map((place) => ({
    place,
    members: found.filter((one) => one.in === place),
  }));
  return html`${groups.map(({ place, members }) => members.length > 0 && renderGroup(places[place], members))}`;
}

function renderGroup(title: string, parameters: Parameter[]): Html {
  const properties = parameters.map(({ name, description, schema }): [string, Schema] => [
    name,
    { ...schema, ...(description !== undefined && { description }) },
  ]);
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  return html`<h4>${title}</h4>
    ${renderFields({ properties: Object.fromEntries(properties), required })}`;
}

function renderBody({ requestBody }: Operation): Html {
  if (!requestBody) return html``;
  const bodies = Object.entries(requestBody.content);
  return html`<h4>Body${requestBody.required ? "" : " (optional)"}</h4>
    ${bodies.map(
      ([type, media]) =>
        html`<p class="note"><code>${type}</code></p>
          ${renderMedia(media)}`,
    )}`;
}

function renderMedia({ schema, example, examples }: MediaType): Html {
  return html`${schema.properties ? renderFields(schema) : renderValue(schema)}${example !== undefined && renderExample("Example", example)}${Object.entries(
    examples ?? {},
  ).map(([name, one]) => "value" in one && renderExample(one.summary ?? name, one.value))}`;
}

function renderExample(title: string, value: JsonValue): Html {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return html`<details>
    <summary>${title}</summary>
    <pre><code>${text}</code></pre>
  </details>`;
}

function renderAnswers(document: OpenApiDocument, { responses }: Operation): Html {
  const answers = Object.entries(responses).map(([status, one]) => ({
    status,
    response: isReference(one) ? resolveReference<Response>(document, one) : one,
  }));
  const isError = ({ status }: { status: string }) => /^[45]/.test(status);
  const errors = answers.filter(isError);
  return html`<h4>Answer</h4>
    ${answers.filter((one) => !isError(one)).map(renderAnswer)}${
      errors.length > 0 &&
      html`<details>
        <summary>Errors</summary>
        <table class="errors">
          <tbody>
            ${errors.map((one) => renderErrors(document, one))}
          </tbody>
        </table>
      </details>`
    }`;
}

function renderAnswer({ status, response }: { status: string; response: Response }): Html {
  const headers = Object.keys(response.headers ?? {});
  const bodies = Object.entries(response.content ?? {});
  return html`<p><strong>${status}</strong> ${response.description}</p>
    ${bodies.map(
      ([type, media]) =>
        html`${type !== jsonType && html`<p class="note"><code>${type}</code></p>`}${renderMedia(media)}`,
    )}${headers.length > 0 && html`<p class="note">Headers: ${headers.map((name, index) => html`${index > 0 && ", "}<a href="#header-${name}">${name}</a>`)}</p>`}`;
}

/** One line per code, with the sentence of its example. */
function renderErrors(document: OpenApiDocument, { status, response }: { status: string; response: Response }): Html {
  const [media] = Object.values(response.content ?? {});
  const examples = Object.entries(media?.examples ?? {});
  if (examples.length === 0) {
    return html`<tr>
      <th scope="row">${status}</th>
      <td colspan="2">${response.description}${media && html` ${renderTypeOf(media.schema)}`}</td>
    </tr>`;
  }
  return html`${examples.map(([code, one]) => {
    const { summary = "", value } = isReference(one)
      ? resolveReference<{ summary?: string; value: JsonValue }>(document, one)
      : one;
    return html`<tr>
      <th scope="row">${status}</th>
      <td><code>${code}</code></td>
      <td>${summary} ${renderDetail(summary, value)}</td>
    </tr>`;
  })}`;
}

/** The sentence of the example, unless it only repeats the meaning of the code. */
function renderDetail(summary: string, value: JsonValue): Html {
  const detail = typeof value === "object" && value !== null && !Array.isArray(value) ? value["detail"] : undefined;
  return typeof detail === "string" && !summary.startsWith(detail)
    ? html`<p class="note">&ldquo;${detail}&rdquo;</p>`
    : html``;
}
