/** `info.description`: the rules for every route. Markdown of the kind that `docs-page/markdown.ts` renders. */
export const introduction = `
One business per API key. Back ends use these routes; AI agents use the same operations as MCP tools at \`/mcp\`.

## Authentication

Every tenant route needs two headers: \`x-api-key\` with the key of the business, and \`x-business-id\` with its id. An access token of
\`POST /oauth/token\`, as \`Authorization: Bearer …\`, can take the place of the key. Use keys in back ends only, never in a browser or an app.

A key has scopes: \`<area>:read\` for GET, \`<area>:write\` for everything else, or \`*\`. Without the scope the answer is 403 \`forbidden\`. An id of another
business and an id that does not exist get the same answer, 404.

## Bodies

Bodies and answers are JSON. Unknown fields, unknown query parameters and wrong types are refused with 422 \`invalid_argument\`; the answer names each of them.
Answers may gain fields: ignore those that you do not know. Ids are text; do not read a meaning into them: \`_id\` is that of the record itself, \`rouletteId\` that of another one (\`item_id\` in a gift). Times are ISO 8601 in UTC.
Of texts that people write, such as names and e-mail addresses, characters that nobody sees and the blanks around them are removed before lengths and
patterns are checked.

- POST that creates answers 201 with the whole record, as GET shows it.
- PATCH changes the fields that are sent and answers with the whole record. An empty body is refused.
- DELETE answers 204 without a body.
- An action is a POST to \`…/{id}/<verb>\`.

## Lists

A list answers \`items\`, \`count\` (of this page), \`has_more\` and, where there is more, \`next_cursor\`. \`limit\` is 1 to 500, by default 100. Send \`next_cursor\`
as \`cursor\` with the same filters to read the next page. Records that are added or removed meanwhile make a list neither skip nor repeat others.

## Repeating a write

Send an \`Idempotency-Key\` of 1 to 255 printable ASCII characters with every POST, PATCH, PUT and DELETE that writes (a preview does not): a value that is new for each write, and the same one when you
repeat it. The repeat changes nothing and gets the stored answer, with \`Idempotent-Replayed: true\`. The same key with another body is refused with 422
\`idempotency_conflict\`. Where a repeat would cost money the key is required (422 \`idempotency_key_required\`).

## Errors

Every error answer has \`error\`, a stable code; \`detail\`, a sentence to act on; and \`request_id\`, to quote in support requests. Codes may be added to a
route; treat one that you do not know by its status.

Repeat a request after 429 and 503 when the seconds of \`Retry-After\` have passed. After 504, and after a connection that broke, a write may have
happened: repeat it with the same \`Idempotency-Key\`.

## Limits

Requests and writes are counted per business over the last sixty seconds; \`RateLimit-Policy\` and \`RateLimit\` of each answer say how many are allowed and left.
Above a limit the answer is 429 \`rate_limited\`. A body has at most 256 KiB.
`.trim();

export interface TagText {
  name: string;
  description: string;
}

/** The areas in the order of the page. */
export const tagTexts = {
  supply: { name: "Supply", description: "Products, distribution centers, their stock, and withdrawals." },
  roulettes: { name: "Roulettes", description: "Prize roulettes, physical prize items, spins and prizes." },
  learning: { name: "Learning", description: "Courses, the sessions of learners, exams and certificates." },
  flows: { name: "Flows", description: "Registration pages, their registrations, redirect targets and campaigns." },
  webhooks: { name: "Webhooks", description: "Where events are sent, and the log of deliveries." },
  analytics: { name: "Analytics", description: "Numbers over time, by product, center, course, campaign and more." },
  approvals: { name: "Approvals", description: "What a key has asked for and people decide: docs/approvals.md." },
  sandbox: { name: "Sandbox", description: "The test data of a business, which its test keys work with." },
  access: { name: "Access", description: "Access tokens, and the documents by which clients find them." },
  agents: { name: "Agents", description: "The tools of AI agents, over MCP or as plain HTTP calls." },
  pages: { name: "Pages", description: "Pages for people, and this document." },
  operator: {
    name: "Operator",
    description: "Businesses and their keys. On a port of its own, which tenants cannot reach.",
  },
  events: { name: "Events", description: "What an endpoint of yours receives." },
} satisfies Record<string, TagText>;
