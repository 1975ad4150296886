import * as oidc from "openid-client";
import { createEgressFetch, type EgressClient } from "../egress/index.js";
import { Refusal } from "../errors/index.js";
import { createSignInStates } from "./sign-in-states.js";

/** A document or token of a provider is smaller. */
const answerBytesMax = 256 * 1024;

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The claims of a provider about the person who signs in. */
export interface ProviderClaims {
  subject: string;
  email: string;
  /** Whether the provider has verified the e-mail address; undefined when the claim is missing. */
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
  /** A new state for one sign-in. */
  createState(): string;
  /** The address to which the browser is redirected. @param state ends with the result of `createState` */
  createAddress(settings: ProviderSettings, state: string): Promise<URL>;
  /** @param answer the address to which the provider has sent the browser. @throws Refusal identity_provider_failed */
  readAnswer(settings: ProviderSettings, answer: URL, state: string): Promise<ProviderClaims>;
}

export interface ProviderClientOptions {
  egress: EgressClient;
  /** For development: providers without TLS. */
  allowHttp: boolean;
  /** The first makes states, all recognise them. */
  secrets: readonly Buffer[];
  /** Where providers send the browser back. */
  redirectUrl: string;
}

/**
 * Signs people in at OpenID Connect providers that businesses name: code flow with PKCE. The library checks state, nonce, PKCE,
 * issuer, audience, times and signature; all its requests go through the egress guard.
 */
export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  const { egress, allowHttp, secrets, redirectUrl } = options;
  const fetchGuarded = createEgressFetch(egress, answerBytesMax);
  const states = createSignInStates(secrets);

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
    createState: () => states.create(),
    async createAddress(settings, state) {
      const { nonce, verifier } = states.deriveChecks(state);
      return oidc.buildAuthorizationUrl(await discover(settings), {
        redirect_uri: redirectUrl,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
    },
    async readAnswer(settings, answer, state) {
      const configuration = await discover(settings);
      const { nonce, verifier } = states.deriveChecks(state);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
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

/** Failures here must be solved by the business and its provider. */
async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw createFailure();
  }
}
