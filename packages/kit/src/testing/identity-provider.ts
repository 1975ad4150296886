import { createHash, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The account of the next person who signs in at the provider. */
export interface Account {
  sub: string;
  email: string;
  /** Providers send all kinds of values. */
  email_verified?: unknown;
  /** When the person proved who they are, in seconds; 0: the provider does not say so. By default now. */
  auth_time?: number;
  name?: string;
}

/** A local OpenID Connect provider that validates the requests. */
export interface StandInProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The person who signs in at `/authorize` in a browser. */
  account: Account | undefined;
  /** Acts as the person who signs in: answers with the address to which the browser is sent back. */
  signIn(authorizationUrl: string, account: Account, change?: { nonce?: string; aud?: string }): string;
  /** The codes that were sent to its token endpoint. */
  codes: string[];
  /** What its document says instead, such as another issuer. */
  document: Record<string, unknown>;
  /** Whether its tokens are signed by a key that it does not publish. */
  signsWithOtherKey: boolean;
  close(): void;
}

interface Granted {
  account: Account;
  challenge: string;
  redirectUri: string;
  claims: object;
}

export async function startIdentityProvider(): Promise<StandInProvider> {
  const [own, other] = [createTokenSigner(), createTokenSigner()];
  const [clientId, clientSecret] = ["tenant-ops", `secret-${randomUUID()}`];
  const granted = new Map<string, Granted>();
  let issuer = "";

  function answerToken(form: URLSearchParams): object | undefined {
    const code = form.get("code") ?? "";
    const found = granted.get(code);
    granted.delete(code);
    provider.codes.push(code);
    const verifier = form.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const isRight =
      found?.challenge === challenge &&
      found.redirectUri === form.get("redirect_uri") &&
      form.get("client_id") === clientId &&
      form.get("client_secret") === clientSecret;
    if (!isRight) return undefined;
    const { auth_time: authTime = Math.floor(Date.now() / 1000), ...account } = found.account;
    const claims = { ...account, ...(authTime > 0 && { auth_time: authTime }), ...found.claims };
    const { signToken } = provider.signsWithOtherKey ? other : own;
    return { access_token: "unused", token_type: "Bearer", id_token: signToken(claims) };
  }

  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      if (request.url?.startsWith("/authorize?") && provider.account) {
        const location = provider.signIn(`${issuer}${request.url}`, provider.account);
        response.writeHead(302, { location }).end();
        return;
      }
      const documents: Record<string, () => object | undefined> = {
        "/.well-known/openid-configuration": () => ({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
          ...provider.document,
        }),
        "/keys": () => ({ keys: [own.jwk] }),
        "/token": () => answerToken(new URLSearchParams(body)),
      };
      const document = documents[request.url ?? ""]?.();
      response.writeHead(document ? 200 : 400, { "content-type": "application/json" });
      response.end(JSON.stringify(document ?? { error: "invalid_grant" }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider: StandInProvider = {
    issuer,
    clientId,
    clientSecret,
    account: undefined,
    codes: [],
    document: {},
    signsWithOtherKey: false,
    signIn(authorizationUrl, account, change = {}) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = randomUUID();
      const seconds = Math.floor(Date.now() / 1000);
      const times = { iat: seconds, exp: seconds + 600 };
      const claims = { iss: issuer, aud: clientId, nonce: asked.get("nonce"), ...times, ...change };
      const redirectUri = asked.get("redirect_uri") ?? "";
      granted.set(code, { account, challenge: asked.get("code_challenge") ?? "", redirectUri, claims });
      return `${redirectUri}?${new URLSearchParams({ code, state: asked.get("state") ?? "" })}`;
    },
    close: () => void server.close(),
  };
  return provider;
}

function createTokenSigner() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  return {
    jwk: { ...publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256", use: "sig" },
    signToken: (claims: object): string => {
      const text = `${encode({ alg: "RS256", kid: "k1" })}.${encode(claims)}`;
      return `${text}.${createSign("sha256").update(text).sign(privateKey, "base64url")}`;
    },
  };
}
