import { createEgressFetch, type EgressClient } from "@tenant-ops/kit/egress";
import { Refusal } from "@tenant-ops/kit/errors";
import * as oidc from "openid-client";
import { createLinkToken } from "../invitations/link-tokens.js";

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
  isEmailRefuted: boolean;
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

interface Options {
  egress: EgressClient;
  config: { APP_URL: string; LINK_SECRET: Buffer; EGRESS_ALLOW_HTTP: boolean };
}

/** The library checks state, nonce, PKCE, issuer, audience, times and signature; all its requests go through the egress guard. */
export function createProviderClient({ egress, config }: Options): ProviderClient {
  const { APP_URL, LINK_SECRET, EGRESS_ALLOW_HTTP } = config;
  const fetchGuarded = createEgressFetch(egress, answerBytesMax);
  const derive = (purpose: string, state: string) => createLinkToken(LINK_SECRET, purpose, state);
  const getVerifier = (state: string) => derive("oidc verifier", state);
  const getNonce = (state: string) => derive("oidc nonce", state);

  async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
    return failing(() =>
      oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        [oidc.customFetch]: (url, { method, headers, body }) => fetchGuarded(url, { method, headers, body }),
        ...(EGRESS_ALLOW_HTTP && { execute: [oidc.allowInsecureRequests] }),
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
        redirect_uri: getRedirectUrl(APP_URL),
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
      const { sub, email, email_verified: isVerified, name } = claims;
      return {
        subject: sub,
        email: typeof email === "string" ? email.toLowerCase() : "",
        isEmailRefuted: isVerified === false,
        name: typeof name === "string" ? name : undefined,
      };
    },
  };
}

export function getRedirectUrl(appUrl: string): string {
  return `${appUrl}/sign-in/callback`;
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
