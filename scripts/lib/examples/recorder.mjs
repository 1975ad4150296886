// Sends the requests of the scenario to a running mesh and keeps each exchange under the name of its operation.
import { createNormalizer } from "./normalize.mjs";

const recordedHeaders = ["content-type", "location", "link", "idempotent-replayed", "retry-after", "allow"];

/**
 * @param routes all routes of the contract
 * @param mesh `{ url, operatorUrl, operatorKey }`
 * @returns `record` and `call` for the scenario, and the exchanges
 */
export function createRecorder(routes, mesh) {
  const byId = new Map(routes.map((route) => [route.id, route]));
  const normalize = createNormalizer([mesh.url, mesh.operatorUrl]);
  const examples = new Map();
  const errors = new Map();
  let credentials;

  /** Sends a request and returns the answer's body. Not recorded: use it for what an example needs to exist. */
  async function call(id, request = {}) {
    const { answer } = await exchange(id, request);
    return answer.body;
  }

  /** The same, recorded as the example of the operation, which has only one. */
  async function record(id, request = {}) {
    const { route, sent, answer } = await exchange(id, request);
    if (examples.has(id)) throw new Error(`${id} is recorded twice`);
    if (!route.replies[answer.status]) throw new Error(`${id} answered ${answer.status}: ${answer.text}`);
    examples.set(id, normalize({ operation: id, request: sent, response: toRecord(answer) }));
    return answer.body;
  }

  /** The same for a request that is refused: recorded as the example of its error code. */
  async function recordError(id, request, code) {
    const { sent, answer } = await exchange(id, request, code);
    if (answer.body?.error !== code) throw new Error(`${id} answered ${answer.status}, not ${code}: ${answer.text}`);
    errors.set(code, normalize({ operation: id, request: sent, response: toRecord(answer) }));
    return answer.body;
  }

  async function exchange(id, { params = {}, query = {}, headers = {}, body, as = credentials }, expected) {
    const route = byId.get(id);
    if (!route) throw new Error(`the contract has no operation ${id}`);
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]));
    const search = new URLSearchParams(query).toString();
    const target = `${route.caller === "operator" ? mesh.operatorUrl : mesh.url}${path}${search && `?${search}`}`;
    const isText = typeof body === "string";
    const content = body === undefined ? {} : { "content-type": route.bodyContentType ?? "application/json" };
    const response = await fetch(target, {
      method: route.method,
      redirect: "manual",
      headers: { ...toCredentialHeaders(route, as, mesh), ...content, ...headers },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    const type = response.headers.get("content-type") ?? "";
    const bytes = Buffer.from(await response.arrayBuffer());
    // An archive has times in it, and differs in each run.
    const text = type === "application/zip" ? "PK…" : bytes.toString();
    const isJson = /json/.test(type);
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : text || undefined,
    };
    if (!expected && response.status >= 400) throw new Error(`${id} answered ${response.status}: ${text}`);
    return { route, sent: { params, query, headers, ...(body !== undefined && { body }) }, answer };
  }

  const startRegistration = (slug, form) => sendForm(mesh.url, slug, form);
  const registerVisitor = (slug, form) => registerAndUsePass(mesh.url, slug, form);
  return {
    record,
    recordError,
    call,
    registerVisitor,
    startRegistration,
    callTool: (name, args) => sendToolCall(mesh.url, credentials, name, args),
    signIn: (link) => useInvitation(link),
    examples,
    errors,
    useCredentials: (given) => void (credentials = given),
  };
}

/** Sends the form of a flow with further steps. @returns the id of the registration, and the cookie for its page */
async function sendForm(url, slug, form) {
  const post = { method: "POST", redirect: "manual", body: new URLSearchParams(form) };
  const answer = await fetch(`${url}/flow/${slug}`, post);
  return { id: answer.headers.get("location").split("/").at(-1), cookie: readCookie(answer) };
}

/** Registers at a flow as a browser does, and uses the pass for the page behind it. @returns the cookie for this page */
async function registerAndUsePass(url, slug, form) {
  const post = { method: "POST", redirect: "manual", body: new URLSearchParams(form) };
  const registered = await fetch(`${url}/flow/${slug}`, post);
  const cookie = readCookie(registered);
  return readCookie(await fetch(registered.headers.get("location"), { redirect: "manual", headers: { cookie } }));
}

/** Calls a tool as an agent does. @returns its answer */
async function sendToolCall(url, { key }, name, args) {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const answer = await fetch(`${url}/mcp`, {
    method: "POST",
    headers,
    body: JSON.stringify({ name, arguments: args }),
  });
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Joins a business with the link of an invitation. @returns how the person who is then signed in replaces something */
async function useInvitation(link) {
  const { origin } = new URL(link);
  const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const joined = await fetch(link, { method: "POST", redirect: "manual", headers: form, body: "" });
  const headers = { cookie: readCookie(joined), "content-type": "application/json", "sec-fetch-site": "same-origin" };
  return async (path, body) => {
    const answer = await fetch(`${origin}${path}`, { method: "PUT", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`PUT ${path} answered ${answer.status}: ${await answer.text()}`);
  };
}

function readCookie(answer) {
  const [cookie] = answer.headers.getSetCookie();
  if (!cookie) throw new Error(`an answer with ${answer.status} sets no cookie`);
  return cookie.split(";")[0];
}

function toCredentialHeaders({ caller }, credentials, { operatorKey }) {
  if (caller === "operator") return { authorization: `Bearer ${operatorKey}` };
  if (caller === "visitor" || !credentials) return {};
  return { "x-api-key": credentials.key, "x-business-id": credentials.businessId };
}

function toRecord({ status, headers, body }) {
  const kept = recordedHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : []));
  return { status, headers: Object.fromEntries(kept), ...(body !== undefined && { body }) };
}
