import { createHmac } from "node:crypto";
import * as oidc from "openid-client";
import { createEgressFetch, type EgressClient } from "../egress/index.js";
import { Refusal } from "../errors/index.js";

/** A document or token of a provider is smaller. */
const answerBytesMax = 256 * 1024;

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What a provider says about the person who signs in. */
export interface ProviderClaims {
  subject: string;
  email: string;
  /** What the provider says about the e-mail; undefined when it says nothing. */
  isEmailVerified: boolean | undefined;
  name: string | undefined;
}

/** What the document of a provider says. */
export interface ProviderDescription {
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
}

export interface ProviderClient {
  /** Reads the document of a provider, before anything is stored. @throws Refusal identity_provider_failed */
  describe(issuer: string): Promise<ProviderDescription>;
  /** Where the browser is sent. */
  createAddress(settings: ProviderSettings, state: string): Promise<URL>;
  /** @param answer the address to which the provider has sent the browser. @throws Refusal identity_provider_failed */
  readAnswer(settings: ProviderSettings, answer: URL, state: string): Promise<ProviderClaims>;
}

export interface ProviderClientOptions {
  egress: EgressClient;
  /** For development: providers without TLS. */
  allowHttp: boolean;
  /** Nonce and PKCE verifier are made from the state with it, so neither is stored. The same in all replicas. */
  secret: Buffer;
  /** Where providers send the browser back. */
  redirectUrl: string;
}

/**
 * Signs people in at OpenID Connect providers that businesses name: code flow with PKCE. The library checks state, nonce, PKCE,
 * issuer, audience, times and signature; all its requests go through the egress guard.
 */
export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  const { egress, allowHttp, secret, redirectUrl } = options;
  const fetchGuarded = createEgressFetch(egress, answerBytesMax);
  const derive = (purpose: string, state: string) =>
    createHmac("sha256", secret).update(`${purpose}|${state}`).digest("base64url");
  const getVerifier = (state: string) => derive("oidc verifier", state);
  const getNonce = (state: string) => derive("oidc nonce", state);

  async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
    return failing(() =>
      oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        [oidc.customFetch]: (url, { method, headers, body }) => fetchGuarded(url, { method, headers, body }),
        ...(allowHttp && { execute: [oidc.allowInsecureRequests] }),
      }),
    );
  }

  return {
    async describe(given) {
      const configuration = await discover({ issuer: given, clientId: "unknown", clientSecret: "" });
      const metadata = configuration.serverMetadata();
      const { issuer, authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint } = metadata;
      if (!authorizationEndpoint || !tokenEndpoint) throw createFailure();
      return { issuer, authorizationEndpoint, tokenEndpoint };
    },
    async createAddress(settings, state) {
      return oidc.buildAuthorizationUrl(await discover(settings), {
        redirect_uri: redirectUrl,
        scope: "openid email profile",
        state,
        nonce: getNonce(state),
        code_challenge: await oidc.calculatePKCECodeChallenge(getVerifier(state)),
        code_challenge_method: "S256",
      });
    },
    async readAnswer(settings, answer, state) {
      const configuration = await discover(settings);
      const checks = { expectedState: state, expectedNonce: getNonce(state), pkceCodeVerifier: getVerifier(state) };
      const tokens = await failing(() => oidc.authorizationCodeGrant(configuration, answer, checks));
      const claims = tokens.claims();
      if (!claims) throw createFailure();
      const { sub, email, email_verified: isEmailVerified, name } = claims;
      return {
        subject: sub,
        email: typeof email === "string" ? email.toLowerCase() : "",
        isEmailVerified: typeof isEmailVerified === "boolean" ? isEmailVerified : undefined,
        name: typeof name === "string" ? name : undefined,
      };
    },
  };
}

const createFailure = () =>
  new Refusal("identity_provider_failed", "The identity provider did not answer, or not as OpenID Connect says.");

/** What goes wrong here is in the hands of the business and its provider. */
async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw createFailure();
  }
}
