// What people and agents hold as a secret is nowhere in plain: not in a database, not in a log, not in a message.
import { type StandInProvider, startIdentityProvider } from "@tenant-ops/kit/testing";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Bus, openBus } from "@tenant-ops/kit/events";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerConsent, createSender, registerClient } from "./support/people/agents-of-people.js";
import { createLink, getAppUrl, joinBusiness, readSessionCookie, useLink } from "./support/people/people.js";
import { sendJson, type OwnTestMesh, startTestMesh } from "./support/mesh/test-mesh.js";

let mesh: OwnTestMesh;
let provider: StandInProvider;
let mongo: MongoClient;
let bus: Bus;
const messages: string[] = [];
beforeAll(async () => {
  mesh = await startTestMesh({ services: ["supply", "console"], env: { all: { LOG_LEVEL: "debug" } } });
  bus = openBus({ url: mesh.mesh.natsUrl, name: "test", logger: createLogger("test", "fatal") });
  [provider, mongo] = await Promise.all([startIdentityProvider(), new MongoClient(mesh.mesh.mongodbUrl).connect()]);
  const nats = await bus.connected();
  nats.subscribe(">", { callback: (_, { data }) => messages.push(Buffer.from(data).toString("latin1")) });
});
afterAll(async () => {
  provider?.close();
  await Promise.all([mongo?.close(), bus?.close()]);
  await mesh?.stop();
});

/** Signs in at the provider. @returns the secrets of the browser and of the session */
async function signInAtProvider(businessId: string): Promise<Record<string, string>> {
  const appUrl = getAppUrl(mesh);
  const headers = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };
  const begun = await fetch(`${appUrl}/sign-in/b/${businessId}`, { method: "POST", headers });
  const cookie = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const target = begun.headers.get("refresh")?.replace("0; url=", "") ?? "";
  const answer = provider.signIn(target, { sub: "1", email: "luz@acme.example.com", email_verified: true });
  const back = await fetch(answer, { redirect: "manual", headers: { cookie } });
  const { searchParams } = new URL(answer);
  return {
    "state of a sign-in": searchParams.get("state") ?? "",
    "code of the provider": searchParams.get("code") ?? "",
    "cookie of a sign-in": cookie.split("=")[1] ?? "",
    "session of a provider": readSessionCookie(back).slice("session=".length),
  };
}

/** Connects an agent, refreshes once and calls a tool. */
async function connectAgent(cookie: string): Promise<Record<string, string>> {
  const client = await registerClient(mesh.url);
  const answer = await answerConsent({ cookie, send: createSender(mesh, cookie) }, client.authorizeUrl());
  const code = answer.searchParams.get("code") ?? "";
  const { body: first } = await client.exchange(code);
  const { body: second } = await client.refresh(first["refresh_token"] ?? "");
  const headers = { authorization: `Bearer ${second["access_token"]}` };
  await sendJson("POST", `${mesh.url}/mcp`, { name: "supply_list_stocks", arguments: {} }, headers);
  return {
    "authorization code": code,
    "code verifier": client.verifier,
    "access token": first["access_token"] ?? "",
    "next access token": second["access_token"] ?? "",
    "refresh token": first["refresh_token"] ?? "",
    "next refresh token": second["refresh_token"] ?? "",
  };
}

async function readDatabases(): Promise<string> {
  const { databases } = await mongo.db("admin").admin().listDatabases();
  const own = databases.filter(({ name }) => name.startsWith(mesh.mesh.databasePrefix));
  expect(own.length).toBeGreaterThan(1);
  const texts: string[] = [];
  for (const { name } of own)
    for (const { name: collection } of await mongo.db(name).listCollections().toArray())
      texts.push(JSON.stringify(await mongo.db(name).collection(collection).find().toArray()));
  return texts.join("\n");
}

test("secrets of people, agents and identity providers are in no database, log or message", async () => {
  const { businessId, key } = await mesh.createBusiness();
  const owner = await joinBusiness(mesh, businessId);
  const path = `/v1/console/businesses/${businessId}`;
  const { issuer, clientId, clientSecret } = provider;
  const settings = { issuer, clientId, clientSecret, domains: ["acme.example.com"], role: "operator" };
  expect((await owner.call("PUT", `${path}/sign-in`, settings)).status).toBe(200);
  expect((await owner.call("GET", `${path}/sign-in`)).body.provider.clientId).toBe(clientId);
  const [used, open] = [await createLink(mesh, businessId), await createLink(mesh, businessId)];
  await useLink(used);
  const given = { name: "Sol", email: "sol@example.com", role: "viewer" };
  const byMember = (await owner.call("POST", `${path}/invitations`, given)).body.url as string;
  const { options } = (await owner.call("POST", "/v1/console/passkeys/options", {})).body;
  const made = (await owner.call("POST", `${path}/keys`, { name: "shop" })).body.key as string;

  const secrets: Record<string, string> = {
    "client secret": clientSecret,
    "session of a link": owner.cookie.slice("session=".length),
    "used link": used.split("/").at(-1) ?? "",
    "open link": open.split("/").at(-1) ?? "",
    "link of a member": byMember.split("/").at(-1) ?? "",
    "challenge of a passkey": options.challenge,
    "key of an operator": key,
    "key of a member": made,
    ...(await signInAtProvider(businessId)),
    ...(await connectAgent(owner.cookie)),
  };
  for (const [name, secret] of Object.entries(secrets)) expect([name, secret.length > 20]).toEqual([name, true]);
  await (await bus.connected()).flush();
  const logs = readdirSync(mesh.mesh.logDir).map((file) => readFileSync(join(mesh.mesh.logDir, file), "utf8"));
  const places = { databases: await readDatabases(), logs: logs.join("\n"), messages: messages.join("\n") };
  for (const [place, text] of Object.entries(places)) {
    expect([place, text.length > 0]).toEqual([place, true]);
    const found = Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));
    expect([place, found]).toEqual([place, []]);
  }
});
