import * as oidc from "openid-client";
import { createEgressFetch, type EgressClient } from "../egress/index.js";
import { quote, Refusal } from "../errors/index.js";
import { type ProviderClaims, readClaims } from "./claims.rules.js";
import { createSignInStates } from "./sign-in-states.js";

/** A document or token of a provider is smaller. */
const answerBytesMax = 256 * 1024;

const documentPath = "/.well-known/openid-configuration";

export interface ProviderSettings {
  /** Exactly as the document of the provider says it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /**
   * Where the provider sends the browser back. Of this business alone: businesses distrust each other, and a code that came to a common address could
   * be that of another business's provider (RFC 9700, 4.4.2).
   */
  redirectUrl: string;
  /** Addresses without the claim `email_verified` count as verified, because the business says that its provider has verified all. */
  acceptsMissingEmailVerified?: boolean;
}

/** What the document of a provider says. */
export interface ProviderDescription {
  /** To be stored: slashes at its end can differ from the address that was given. */
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
}

export interface ProviderClient {
  /**
   * Reads the document of a provider, before anything is stored.
   * @param address the issuer, or the address of its document
   * @throws Refusal identity_provider_failed, also for the document of another issuer
   */
  describe(address: string): Promise<ProviderDescription>;
  /** A new state for one sign-in. */
  createState(): string;
  /** The address to which the browser is redirected. @param state ends with the result of `createState` */
  createAddress(settings: ProviderSettings, state: string): Promise<URL>;
  /**
   * @param search the query with which the provider has sent the browser to the `redirectUrl` of these settings
   * @throws Refusal identity_provider_failed
   */
  readAnswer(settings: ProviderSettings, search: string, state: string): Promise<ProviderClaims>;
}

export interface ProviderClientOptions {
  egress: EgressClient;
  /** For development: providers without TLS. */
  allowHttp: boolean;
  /** The first makes states, all recognise them. */
  secrets: readonly Buffer[];
  /** A provider asks people again who they are when their last proof is older. Absent: it does not, and need not say when that was. */
  maxAgeSeconds?: number;
}

/**
 * Signs people in at OpenID Connect providers that businesses name: code flow with PKCE. The library checks state, nonce, PKCE,
 * audience, times, signature, and `iss` of answer and token; all its requests go through the egress guard.
 */
export function createProviderClient(options: ProviderClientOptions): ProviderClient {
  const { egress, allowHttp, secrets, maxAgeSeconds } = options;
  const fetchGuarded = createEgressFetch(egress, answerBytesMax);
  const states = createSignInStates(secrets);

  /** With the whole address of the document, the library accepts any issuer in it, for all hosts alike; `requireIssuer` compares it. */
  async function discover(address: string, clientId: string, clientSecret: string): Promise<oidc.Configuration> {
    return failing(() =>
      oidc.discovery(new URL(`${toIssuer(address)}${documentPath}`), clientId, clientSecret, undefined, {
        [oidc.customFetch]: (url, { method, headers, body }) => fetchGuarded(url, { method, headers, body }),
        // Without the second, the library trusts the token because it came over TLS, and does not verify its signature.
        execute: [...(allowHttp ? [oidc.allowInsecureRequests] : []), oidc.enableNonRepudiationChecks],
      }),
    );
  }

  async function configure({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
    const configuration = await discover(issuer, clientId, clientSecret);
    const metadata = configuration.serverMetadata();
    if (metadata.issuer !== issuer) throw createFailure();
    requireWebAddress("authorization_endpoint", metadata.authorization_endpoint, allowHttp);
    return configuration;
  }

  /** An address that a sign-in needs and to which this process sends requests. */
  async function requireReachable(name: string, address: string | undefined): Promise<void> {
    if (await egress.hasForbiddenAddress(requireWebAddress(name, address, allowHttp))) throw createUnusable(name);
  }

  return {
    async describe(address) {
      const metadata = (await discover(address, "unknown", "")).serverMetadata();
      const { issuer, authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint = "" } = metadata;
      if (toIssuer(issuer) !== toIssuer(address) || /[\s\p{Cc}\p{Cf}]/u.test(issuer)) throw createOtherIssuer(issuer);
      // Without one of these every sign-in would fail, and only those who sign in would see it.
      const { href } = requireWebAddress("authorization_endpoint", authorizationEndpoint, allowHttp);
      await requireReachable("token_endpoint", tokenEndpoint);
      await requireReachable("jwks_uri", metadata.jwks_uri);
      return { issuer, authorizationEndpoint: href, tokenEndpoint };
    },
    createState: () => states.create(),
    async createAddress(settings, state) {
      const { nonce, verifier } = states.deriveChecks(state);
      return oidc.buildAuthorizationUrl(await configure(settings), {
        redirect_uri: settings.redirectUrl,
        scope: "openid email profile",
        state,
        nonce,
        ...(maxAgeSeconds !== undefined && { max_age: String(maxAgeSeconds) }),
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
    },
    async readAnswer(settings, search, state) {
      const configuration = await configure(settings);
      const answer = new URL(settings.redirectUrl);
      answer.search = search;
      const { nonce, verifier } = states.deriveChecks(state);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      const tokens = await failing(() => oidc.authorizationCodeGrant(configuration, answer, checks));
      const claims = tokens.claims();
      if (!claims) throw createFailure();
      return readClaims(claims, settings.acceptsMissingEmailVerified ?? false, new Date());
    },
  };
}

/** @returns the issuer without slashes at its end and without the path of its document */
function toIssuer(address: string): string {
  const { href } = URL.canParse(address) ? new URL(address) : { href: address };
  const issuer = href.endsWith(documentPath) ? href.slice(0, -documentPath.length) : href;
  return issuer.replace(/\/+$/, "");
}

/** No browser and no service takes a longer address with the parameters of a sign-in. */
const addressCharactersMax = 2000;

/** @throws Refusal identity_provider_failed for an address of another scheme, such as `javascript:`, and for none */
function requireWebAddress(name: string, address: string | undefined, allowHttp: boolean): URL {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  const isWeb = url?.protocol === "https:" || (allowHttp && url?.protocol === "http:");
  if (!url || !isWeb || url.href.length > addressCharactersMax) throw createUnusable(name);
  return url;
}

const createUnusable = (name: string) =>
  new Refusal("identity_provider_failed", `The document of the identity provider has no ${name} that can be used.`);

const createOtherIssuer = (issuer: string) =>
  new Refusal(
    "identity_provider_failed",
    `This document is of the issuer ${quote(issuer)}. Name the issuer of your own organization as its document says it, not one for many organizations.`,
  );

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
