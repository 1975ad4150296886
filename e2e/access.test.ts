// docs/access.md is true: every route and tool, for what a person allows an agent, each role and each kind of key.
import { tools } from "@tenant-ops/proto";
import { routes } from "@tenant-ops/rest";
import { type CallerKind, callerKinds, judgeRoute, judgeTool, type Verdict } from "@tenant-ops/rest/access";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Business, sendJson, type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";
import { answerConsent, createSender, registerClient } from "./support/people/agents-of-people.js";
import { forgetProof, getAppUrl, joinBusiness } from "./support/people/people.js";

let mesh: TestMesh;
let mongo: MongoClient;
let business: Business;
beforeAll(async () => {
  mesh = await useSharedMesh();
  mongo = await MongoClient.connect(mesh.mesh.mongodbUrl);
  business = await mesh.createBusiness();
});
afterAll(() => mongo.close());

const ofTenants = routes.filter(({ caller }) => caller === "tenant");

interface Credential {
  url: string;
  headers: Record<string, string>;
}

async function createCredential({ kind, name, scopes, requireProposal }: CallerKind): Promise<Credential> {
  const of = { "x-business-id": business.businessId };
  if (kind === "person") {
    const person = await joinBusiness(mesh, business.businessId, { role: name });
    await forgetProof(mesh, mongo, person);
    return { url: getAppUrl(mesh), headers: { ...of, cookie: person.cookie, "sec-fetch-site": "same-origin" } };
  }
  if (kind === "agent") {
    const { cookie } = await joinBusiness(mesh, business.businessId, { role: "owner" });
    const client = await registerClient(mesh.url);
    const person = { cookie, send: createSender(mesh, cookie) };
    const answer = await answerConsent(person, client.authorizeUrl({ scope: scopes.join(" ") }));
    const { body } = await client.exchange(answer.searchParams.get("code") ?? "");
    return { url: mesh.url, headers: { ...of, authorization: `Bearer ${body["access_token"]}` } };
  }
  const created = await mesh.callAdmin("POST", `/businesses/${business.businessId}/keys`, {
    ...{ name, scopes, requireProposal: requireProposal ?? false },
  });
  return { url: mesh.url, headers: { ...of, "x-api-key": String(created["key"]) } };
}

/** A business may have a limited number of requests at once. */
async function inTurn<Item, Answer>(items: readonly Item[], ask: (item: Item) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < items.length; at += 10) answers.push(...(await Promise.all(items.slice(at, at + 10).map(ask))));
  return answers;
}

/** What an answer says about the right to ask; everything else about the request is wrong on purpose. */
function readVerdict({ status, body }: { status: number; body: Record<string, unknown> }): Verdict | number {
  if (status === 401 || status === 429 || status >= 500) return status;
  const verdicts: Record<string, Verdict> = {
    forbidden: "no",
    proposal_required: "no",
    step_up_required: "proof",
    sandbox_only: "sandbox",
  };
  return verdicts[String(body["error"])] ?? "yes";
}

describe.each(callerKinds.map((caller) => [caller.name, caller] as const))("%s", (_name, caller) => {
  let credential: Credential;
  beforeAll(async () => {
    credential = await createCredential(caller);
  });

  test("may ask for exactly the requests of the table", async () => {
    const ask = async ({ method, path, upload }: (typeof ofTenants)[number]) => {
      const url = `${credential.url}${path.replaceAll(/\{\w+\}/g, "x_1")}`;
      const headers: Record<string, string> = { ...credential.headers, "idempotency-key": crypto.randomUUID() };
      if (upload) headers["content-type"] = "application/octet-stream";
      const answer = await sendJson(method, url, method === "GET" ? undefined : {}, headers);
      return [`${method} ${path}`, readVerdict(answer)];
    };
    const found = await inTurn(ofTenants, ask);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(ofTenants.map((route) => [`${route.method} ${route.path}`, judgeRoute(route, caller)])),
    );
  });

  test.skipIf(caller.kind === "person")("may call exactly the tools of the table", async () => {
    const ask = async ({ name }: (typeof tools)[number]) => {
      const call = { name, arguments: { limit: -1 } };
      const answer = await sendJson("POST", `${credential.url}/mcp?toolsets=all`, call, credential.headers);
      return [name, readVerdict(answer)];
    };
    const found = await inTurn(tools, ask);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(tools.map((tool) => [tool.name, judgeTool(tool, caller)])),
    );
  });
});
