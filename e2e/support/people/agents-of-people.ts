// A person in a browser without script, and the OAuth client of an agent, for tests of connections.
import { createHash, randomBytes } from "node:crypto";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import { getAppUrl, joinBusiness } from "./people.js";
import type { TestMesh } from "../mesh/test-mesh.js";

/** A browser in which a person is signed in. */
export interface SignedInPerson {
  cookie: string;
  /** A request to the host of the application, as a page of its own sends it. */
  send(method: string, path: string, options?: { form?: URLSearchParams; body?: object }): Promise<Response>;
}

export async function signIn(mesh: TestMesh, businessId: string, role = "owner"): Promise<SignedInPerson> {
  const { cookie } = await joinBusiness(mesh, businessId, { role, name: "Ana" });
  return { cookie, send: createSender(mesh, cookie) };
}

export function createSender(mesh: TestMesh, cookie: string): SignedInPerson["send"] {
  return (method, path, { form, body } = {}) =>
    fetch(path.startsWith("http") ? path : `${getAppUrl(mesh)}${path}`, {
      method,
      redirect: "manual",
      headers: {
        cookie,
        "sec-fetch-site": "same-origin",
        "accept-language": "en",
        ...(body && { "content-type": "application/json" }),
      },
      ...(form && { body: form }),
      ...(body && { body: JSON.stringify(body) }),
    });
}

/** What a person chooses on the page of consent; by default everything that is asked for. */
export interface Choice {
  decision?: "allow" | "deny";
  areas?: readonly string[];
  access?: "read" | "write";
  approval?: boolean;
  place?: "business" | "sandbox";
}

/** The signed question in the form of the page. */
export function readConsent(page: string): string {
  const [, consent] = /name="consent" value="([^"]+)"/.exec(page) ?? [];
  if (!consent) throw new Error(`no consent on this page: ${page.replaceAll(/<[^>]*>/g, " ").slice(0, 500)}`);
  return consent;
}

const readChosenAccess = (page: string) => (/value="write"\s+checked/.test(page) ? "write" : "read");

export function createAnswer(
  page: string,
  { decision = "allow", areas, access = readChosenAccess(page), approval, place = "business" }: Choice = {},
) {
  const offered = [...page.matchAll(/name="area"\s+value="([a-z]+)"/g)].map(([, area]) => area ?? "");
  const form = new URLSearchParams({ consent: readConsent(page), decision, access, place });
  for (const area of areas ?? offered) form.append("area", area);
  if (approval) form.set("approval", "on");
  return form;
}

/** From the authorization URL of a client to the address with the answer, as a browser goes. */
export async function answerConsent(person: SignedInPerson, authorizeUrl: string | URL, choice?: Choice): Promise<URL> {
  const authorize = await person.send("GET", String(authorizeUrl));
  const page = await person.send("GET", authorize.headers.get("location") ?? "");
  const form = createAnswer(await page.text(), choice);
  const answer = await person.send("POST", "/connect", { form });
  if (answer.status !== 303) throw new Error(`consent: ${answer.status} ${await answer.text()}`);
  return new URL(answer.headers.get("location") ?? "");
}

export const callbackUrl = "http://127.0.0.1:9/callback";

/** The provider with which the client of an SDK gets and keeps its tokens: in memory, and without a browser. */
export class MemoryProvider implements OAuthClientProvider {
  authorizeUrl: URL | undefined;
  information: OAuthClientInformationMixed | undefined;
  saved: OAuthTokens | undefined;
  #verifier = "";

  constructor(
    readonly redirectUrl = callbackUrl,
    readonly clientMetadataUrl?: string,
  ) {}

  get clientMetadata(): OAuthClientMetadata {
    return { client_name: "Test agent", redirect_uris: [this.redirectUrl], grant_types: ["authorization_code"] };
  }
  state = () => randomBytes(16).toString("base64url");
  clientInformation = () => this.information;
  saveClientInformation = (given: OAuthClientInformationMixed) => void (this.information = given);
  tokens = () => this.saved;
  saveTokens = (given: OAuthTokens) => void (this.saved = given);
  redirectToAuthorization = (url: URL) => void (this.authorizeUrl = url);
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
}

/** An OAuth client that sends what a test says. */
export interface TestClient {
  clientId: string;
  verifier: string;
  authorizeUrl(given?: Record<string, string | undefined>): string;
  /** A token request; the fields of `given` replace the usual ones. */
  exchange(code: string, given?: Record<string, string>): Promise<TokenAnswer>;
  refresh(token: string, given?: Record<string, string>): Promise<TokenAnswer>;
}

export interface TokenAnswer {
  status: number;
  body: Record<string, string>;
}

export async function registerClient(url: string, redirectUri = callbackUrl): Promise<TestClient> {
  const answer = await fetch(`${url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Test agent", redirect_uris: [redirectUri] }),
  });
  if (answer.status !== 201) throw new Error(`register: ${answer.status} ${await answer.text()}`);
  return createTestClient(url, ((await answer.json()) as { client_id: string }).client_id, redirectUri);
}

export function createTestClient(url: string, clientId: string, redirectUri = callbackUrl): TestClient {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const ask = (fields: Record<string, string>) => requestToken(url, fields);
  return {
    clientId,
    verifier,
    authorizeUrl(given = {}) {
      const fields = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        state: "state-1",
        code_challenge: challenge,
        code_challenge_method: "S256",
        resource: `${url}/mcp`,
        ...given,
      };
      const named = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return `${url}/oauth/authorize?${new URLSearchParams(named)}`;
    },
    exchange: (code, given = {}) =>
      ask({
        grant_type: "authorization_code",
        ...{ code, client_id: clientId, redirect_uri: redirectUri, code_verifier: verifier },
        ...given,
      }),
    refresh: (token, given = {}) =>
      ask({ grant_type: "refresh_token", refresh_token: token, client_id: clientId, ...given }),
  };
}

export async function requestToken(url: string, fields: Record<string, string>): Promise<TokenAnswer> {
  const answer = await fetch(`${url}/oauth/token`, { method: "POST", body: new URLSearchParams(fields) });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}
