// What the client needs of the OpenAPI document. Pure functions.
const methods = ["get", "post", "put", "patch", "delete"];

/** The operations of tenants, in the order of the document, without those that send or answer a file. */
export function listOperations(document) {
  const operations = [];
  for (const [path, item] of Object.entries(document.paths)) {
    if (!path.startsWith("/v1/public/")) continue;
    for (const method of methods)
      if (item[method] && !carriesFile(item[method]))
        operations.push(describeOperation(document, path, method, item[method]));
  }
  assertNoNameTwice(operations);
  return operations;
}

function carriesFile({ requestBody, responses }) {
  const contents = [requestBody, responses["200"]].map((part) => part?.content ?? {});
  return contents.some((content) => "application/octet-stream" in content);
}

function describeOperation(
  document,
  path,
  method,
  { operationId: id, tags, summary, description, parameters = [], requestBody, responses, "x-preview": isPreview },
) {
  const resolved = parameters.map((parameter) => resolve(document, parameter));
  const namesIn = (place) => resolved.filter((parameter) => parameter.in === place).map(({ name }) => name);
  const body = resolve(document, requestBody)?.content["application/json"]?.schema;
  const success = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const bodies = success
    .map(([, response]) => resolve(document, response).content?.["application/json"]?.schema)
    .filter(Boolean);
  const operation = {
    id,
    area: tags[0].toLowerCase(),
    method: method.toUpperCase(),
    path,
    summary,
    description,
    params: namesIn("path"),
    query: namesIn("query"),
    bodyNames: body ? listNames(document, body) : undefined,
    isInputOptional:
      !resolved.some(({ in: place, required }) => required && place !== "header") &&
      (!body || !(requestBody.required && hasRequired(document, body))),
    takesKey: namesIn("header").some((name) => name.toLowerCase() === "idempotency-key"),
    statuses: success.map(([status]) => Number(status)),
    hasReply: bodies.length > 0,
    isPreview,
    list: findListKind(document, bodies, namesIn("query")),
    errorCodes: listErrorCodes(document, responses),
  };
  assertFlat(operation);
  return operation;
}

/** How the next page of a list is found: by `next_cursor` in the body, or by the header Link of an array. */
function findListKind(document, bodies, query) {
  if (!query.includes("cursor")) return undefined;
  const schema = resolve(document, bodies[0]);
  if (schema?.type === "array") return "link";
  return schema?.properties?.has_more ? "cursor" : undefined;
}

/** The codes of an answer are the names of its examples. */
function listErrorCodes(document, responses) {
  const errors = Object.entries(responses).filter(([status]) => !status.startsWith("2"));
  const contents = errors.flatMap(([, response]) => Object.values(resolve(document, response).content ?? {}));
  return [...new Set(contents.flatMap(({ examples = {} }) => Object.keys(examples)))];
}

/** The fields of a body; undefined for one that is not an object. */
function listNames(document, given) {
  const schema = resolve(document, given);
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return [...new Set([...Object.keys(schema.properties ?? {}), ...parts.flatMap((part) => listNames(document, part))])];
}

function hasRequired(document, given) {
  const schema = resolve(document, given);
  if (schema.oneOf ?? schema.anyOf ?? schema.allOf) return true;
  return (schema.required ?? []).length > 0;
}

/** The input of a method is one object, so a name may not stand in the path and in the body. */
function assertFlat({ id, params, query, bodyNames = [] }) {
  const names = [...params, ...query, ...bodyNames];
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`${id}: ${twice.join(", ")} is in two parts of the request`);
}

function assertNoNameTwice(operations) {
  const names = operations.map(({ id }) => id);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`operations with the same name: ${twice.join(", ")}`);
}

export function resolve(document, value) {
  if (!value?.$ref) return value;
  const found = value.$ref
    .slice(2)
    .split("/")
    .reduce((part, name) => part[name], document);
  return resolve(document, found);
}

/** The document without what the types do not need: other operations, error answers, examples, headers. */
export function selectDocument(document, operations) {
  const paths = {};
  for (const { path, method } of operations) {
    const { parameters, requestBody, responses, operationId } = document.paths[path][method.toLowerCase()];
    const kept = Object.entries(responses).filter(([status]) => status.startsWith("2"));
    const answers = kept.map(([status, response]) => {
      const { description, content } = resolve(document, response);
      return [status, { description, ...selectContent(content) }];
    });
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      operationId,
      ...(parameters && { parameters }),
      ...(requestBody && { requestBody: { required: requestBody.required, ...selectContent(requestBody.content) } }),
      responses: Object.fromEntries(answers),
    };
  }
  const webhooks = Object.fromEntries(
    Object.entries(document.webhooks).map(([type, item]) => [type, selectWebhook(resolve(document, item))]),
  );
  const selected = {
    openapi: document.openapi,
    info: { title: document.info.title, version: document.info.version },
    paths,
    webhooks,
  };
  const { parameters } = document.components;
  return { ...selected, components: { parameters, schemas: selectSchemas(document, selected) } };
}

/** Without examples, which would stand in the comments of the types and change with every recording. */
function selectContent(content) {
  const json = content?.["application/json"];
  return json && { content: { "application/json": { schema: json.schema } } };
}

function selectWebhook({ post: { summary, description, requestBody } }) {
  const { schema } = requestBody.content["application/json"];
  return {
    post: {
      summary,
      description,
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses: {},
    },
  };
}

/** The schemas that are referred to, directly or by another one. */
function selectSchemas(document, selected) {
  const found = {};
  const visit = (value) => {
    if (typeof value !== "object" || value === null) return;
    const name = value.$ref?.match(/^#\/components\/schemas\/(.+)$/)?.[1];
    if (name && !found[name]) {
      found[name] = document.components.schemas[name];
      visit(found[name]);
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit(selected);
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
