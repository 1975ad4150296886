import { request } from "node:http";
import type { MongoClient } from "mongodb";
import { type CDPSession, type Page } from "playwright-core";
import type { TestMesh } from "../mesh/test-mesh.js";

/** A signed-in browser without a screen: requests with a session cookie, as the application sends them. */
export interface Person {
  cookie: string;
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<PersonAnswer>;
}

export interface PersonAnswer {
  status: number;
  headers: Headers;
  // The tests compare the parts that they need.
  // oxlint-disable-next-line no-explicit-any
  body: any;
}

export const getAppUrl = (testMesh: TestMesh, gateway = 0): string =>
  (testMesh.mesh.gatewayUrls[gateway] ?? "").replace("127.0.0.1", "localhost");

/** A link of an operator. */
export async function createLink(
  testMesh: TestMesh,
  businessId: string,
  given: { role?: string; email?: string; name?: string } = {},
): Promise<string> {
  const invitation = { name: "Ana Pérez", email: `${crypto.randomUUID()}@example.com`, role: "owner", ...given };
  return String((await testMesh.callAdmin("POST", `/businesses/${businessId}/invitations`, invitation))["url"]);
}

/** Uses a link as a browser does when the person presses the button. */
export function useLink(url: string, cookie = "", form = ""): Promise<Response> {
  return fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: {
      "sec-fetch-site": "same-origin",
      "content-type": "application/x-www-form-urlencoded",
      ...(cookie && { cookie }),
    },
    body: form,
  });
}

export function readSessionCookie(response: Response): string {
  const cookie = response.headers.getSetCookie().find((text) => text.startsWith("session="));
  return cookie?.split(";")[0] ?? "";
}

export function createPerson(testMesh: TestMesh, cookie: string, gateway = 0): Person {
  return {
    cookie,
    call(method, path, body, headers = {}) {
      const given = {
        cookie,
        // The application has one address; a second gateway listens on another port.
        host: new URL(getAppUrl(testMesh)).host,
        "sec-fetch-site": "same-origin",
        ...(body && { "content-type": "application/json" }),
        ...headers,
      };
      return send(`${testMesh.mesh.gatewayUrls[gateway]}${path}`, method, given, body && JSON.stringify(body));
    },
  };
}

/** The same through a gateway that serves now. The application has one address, which a load balancer of tests does not pass on. */
export const createPersonBehind = (testMesh: TestMesh, { targets }: { targets: string[] }, cookie = ""): Person =>
  createPerson(testMesh, cookie, testMesh.mesh.gatewayUrls.indexOf(targets[0] ?? ""));

/** `fetch` would replace the header Host. */
function send(url: string, method: string, headers: Record<string, string>, body = ""): Promise<PersonAnswer> {
  return new Promise((resolve, reject) => {
    const length = { "content-length": String(Buffer.byteLength(body)) };
    const outgoing = request(url, { method, headers: { ...headers, ...length } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        const received = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
        const isJson = received.get("content-type")?.includes("json");
        const parsed: unknown = text && isJson ? JSON.parse(text) : text || undefined;
        resolve({ status: response.statusCode ?? 0, headers: received, body: parsed });
      });
    });
    outgoing.on("error", reject).end(body);
  });
}

/** A new person who has just used a link of an operator. */
export async function joinBusiness(
  testMesh: TestMesh,
  businessId: string,
  given: { role?: string; email?: string; name?: string } = {},
): Promise<Person> {
  const response = await useLink(await createLink(testMesh, businessId, given));
  if (response.status !== 303) throw new Error(`the link answers ${response.status}`);
  return createPerson(testMesh, readSessionCookie(response));
}

/** Joins a further business as the person who is signed in. @returns the cookie of the session, which gets a new token */
export async function joinAs(link: string, cookie: string, personId: string): Promise<string> {
  const answer = await useLink(link, cookie, `as=${personId}`);
  if (answer.status !== 303) throw new Error(`the link answers ${answer.status}`);
  return readSessionCookie(answer);
}

/** As if the last proof of this person were longer ago than a change allows. The gateway knows sessions for a moment longer. */
export const forgetProof = (testMesh: TestMesh, mongo: MongoClient, person: Person): Promise<void> =>
  setProof(testMesh, mongo, person, new Date(0));

/** As if the last proof of this person were of that time: of tomorrow, for a test that may take longer than a proof counts. */
export async function setProof({ mesh }: TestMesh, mongo: MongoClient, person: Person, provenAt: Date): Promise<void> {
  const { body } = await person.call("GET", "/v1/console/session");
  const sessions = mongo.db(`${mesh.databasePrefix}console`).collection("sessions");
  await sessions.updateMany({ personId: body.person._id }, { $set: { provenAt } });
}

/** An authenticator of Chromium that keeps passkeys and confirms at once that it is the person. */
export async function addAuthenticator(page: Page, options: object = {}): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...options,
    },
  });
  return { cdp, id: authenticatorId };
}
