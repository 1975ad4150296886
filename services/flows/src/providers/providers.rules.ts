import type { Providers, SignInMethod } from "./providers.types.js";

const methodsByAuthType: Readonly<Record<string, readonly SignInMethod[]>> = {
  whatsapp: ["whatsapp"],
  identity_provider: ["identity_provider"],
  both: ["whatsapp", "identity_provider"],
};

/** The methods that a flow asks for. */
export function listWantedMethods(authType: string): readonly SignInMethod[] {
  return methodsByAuthType[authType] ?? [];
}

/** The methods that visitors of a flow can choose from. Without one, they register without a proof. */
export function listMethods(authType: string, providers: Providers | null): SignInMethod[] {
  const isSet: Record<SignInMethod, boolean> = {
    whatsapp: providers?.whatsapp !== undefined,
    identity_provider: providers?.identityProvider !== undefined,
  };
  return listWantedMethods(authType).filter((method) => isSet[method]);
}

/** What secrets are bound to when they are encrypted: copied to another business or provider, they cannot be decrypted. */
export const toSecretOwner = (businessId: string, provider: SignInMethod): string => `${businessId}|${provider}`;
