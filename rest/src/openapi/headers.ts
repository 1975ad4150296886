import type { Header, Reference } from "./openapi.types.js";

const text = { type: "string" };

/** Every header of answers that the document names. */
export const headerComponents = {
  "X-Request-Id": {
    description:
      "The id of this request, to quote in support requests. A request may bring its own: 8 to 128 letters, digits, `_`, `.`, `:`, `-`.",
    required: true,
    schema: text,
    example: "req_5f0c9d3a7b2e4c1f8a6d0e9b3c7f2a41",
  },
  "RateLimit-Policy": {
    description: "The limits that this request counts against: name, requests (`q`) in so many seconds (`w`).",
    schema: text,
    example: '"requests";q=600;w=60, "writes";q=300;w=60',
  },
  RateLimit: {
    description: "What is left of each limit (`r`), and the seconds (`t`) until it is whole again.",
    schema: text,
    example: '"requests";r=597;t=42, "writes";r=299;t=42',
  },
  "Retry-After": {
    description: "Seconds after which the same request may be sent again.",
    schema: { type: "integer", minimum: 0 },
    example: 2,
  },
  "Idempotent-Replayed": {
    description: "`true` when this is the stored answer of an earlier request with the same `Idempotency-Key`.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  Link: {
    description: 'The next page, as `<…>; rel="next"`. Absent on the last page.',
    schema: text,
    example: '</v1/public/webhooks?cursor=eyJ…>; rel="next"',
  },
  Allow: { description: "The methods that this path takes.", required: true, schema: text, example: "GET, POST" },
  "WWW-Authenticate": {
    description: "How to authenticate, and where an OAuth client finds the server that issues tokens.",
    schema: text,
    example: 'Bearer resource_metadata="https://api.example.com/.well-known/oauth-protected-resource"',
  },
  ETag: {
    description: "The version of the document; send it back in `If-None-Match`.",
    required: true,
    schema: text,
    example: '"R0jLxC1v0s3mFq7ZJm9w2A"',
  },
  Location: {
    description: "Where the browser goes next.",
    required: true,
    schema: text,
    example: "https://example.com/",
  },
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof headerComponents;

export function referToHeaders(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const rateLimitHeaders = ["RateLimit-Policy", "RateLimit"] as const satisfies readonly HeaderName[];
