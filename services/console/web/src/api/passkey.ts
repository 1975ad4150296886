import { createSession, type Operation } from "@tenant-ops/client/session";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";

const { call } = createSession({ baseUrl: location.origin });
const post = (id: string, path: string): Operation => {
  return { id, method: "POST", path, params: [], query: [], hasBody: true, takesKey: false, hasReply: true };
};

/** Asks for the passkey of the person who is signed in, and tells the server about it. */
export async function proveWithPasskey(): Promise<void> {
  const options = await call(post("createStepUpOptions", "/v1/console/step-up/options"));
  // Loaded here, because few visits need it.
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  await call(post("stepUp", "/v1/console/step-up"), await startAuthentication({ optionsJSON }));
}
