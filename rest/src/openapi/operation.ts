import type * as z from "zod";
import type { DescribedAnswer, DescribedRoute, OperationContext } from "./described-route.js";
import { createErrorResponses } from "./errors.js";
import type { RouteExample } from "./examples.js";
import type { MediaType, Operation, Parameter, Reference, Response, Schema } from "./openapi.types.js";
import { tagTexts } from "./texts.js";
import { createEventCallback } from "./webhooks.js";

export function createOperation(route: DescribedRoute, context: OperationContext): Operation {
  const { operationId, summary, description, tag, security, body } = route;
  const example = context.findExample(operationId);
  const parameters = createParameters(route, context);
  const media =
    body && createMedia(context.schemas.convertInput(body.schema), readBody(body.type, example?.request.body));
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [tagTexts[tag].name],
    // Not a word of OpenAPI: a POST that writes nothing.
    ...(route.isPreview && { "x-preview": true }),
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(body &&
      media && {
        requestBody: {
          required: !isOptional(body.schema),
          content: { [body.type]: media },
        },
      }),
    responses: {
      ...createErrorResponses(route, context),
      // A page declares some of its refusals itself.
      ...Object.fromEntries(route.answers.map((one) => [String(one.status), createAnswer(one, context, example)])),
    },
    ...(route.subscribesToEvents && { callbacks: createEventCallback() }),
  };
}

/** A recorded form is a text; the schema describes its fields. A file is a text and stays one. */
function readBody(type: string, body: MediaType["example"]): MediaType["example"] {
  if (typeof body !== "string") return body;
  if (type === "application/x-www-form-urlencoded") return Object.fromEntries(new URLSearchParams(body));
  if (type !== "multipart/form-data") return body;
  const [, name = "", content = ""] = /name="(\w+)".*?\r\n\r\n([^]*?)\r\n--/.exec(body) ?? [];
  return { [name]: content };
}

/** Without a body, a route reads an empty object. */
function isOptional(schema: z.ZodType): boolean {
  return schema.safeParse({}).success;
}

function createAnswer(
  { status, description, body, headers }: DescribedAnswer,
  { schemas }: OperationContext,
  example: RouteExample | undefined,
): Response {
  const recorded = example?.response.status === status ? example.response.body : undefined;
  return {
    description,
    headers,
    ...(body && { content: { [body.type]: createMedia(schemas.convertOutput(body.schema), recorded) } }),
  };
}

function createMedia(schema: Schema, example: MediaType["example"]): MediaType {
  return { schema, ...(example !== undefined && example !== null && { example }) };
}

function createParameters(
  { params, query, headers = [] }: DescribedRoute,
  { schemas }: OperationContext,
): (Parameter | Reference)[] {
  return [
    ...(params ? toParameters("path", schemas.convertInput(params)) : []),
    ...(query ? toParameters("query", schemas.convertInput(query)) : []),
    ...headers,
  ];
}

function toParameters(place: "path" | "query", { properties = {}, required = [] }: Schema): Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}
