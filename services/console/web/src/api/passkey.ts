import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { consoleCall } from "./console-call.js";
import { completeStepUp, createPasskey, createPasskeyOptions, createStepUpOptions } from "./operations/person.js";
import { ensureProof, noteProof } from "./step-up.js";

// The options and answers of authenticators have the types of @simplewebauthn; the routes hand them through.
type Answer = { id: string; type: "public-key"; response: Record<string, unknown> };

/** A little less than the server counts, and by the clock of this machine, which may differ from that of the server. */
const proofMs = 4.5 * 60_000;
const readProofOptions = consoleCall(createStepUpOptions);
const sendProof = consoleCall(completeStepUp);
const readNewOptions = consoleCall(createPasskeyOptions);
const sendNew = consoleCall(createPasskey);

/** Asks for the passkey of the person who is signed in, and sends the proof to the server. */
export async function proveWithPasskey(): Promise<void> {
  const { options } = await readProofOptions({});
  // Loaded here, because few visits need it.
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  await sendProof({ answer: (await startAuthentication({ optionsJSON })) as unknown as Answer });
  noteProof(Date.now() + proofMs);
}

/**
 * Signs what the page shows with the passkey of the person, for a decision.
 * @param challenge of the server, as base64url
 */
export async function signChallenge(challenge: string): Promise<Answer> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = { challenge, rpId: location.hostname, userVerification: "required" } as const;
  return (await startAuthentication({ optionsJSON })) as unknown as Answer;
}

/** Makes a passkey on this device, and adds it to the person. @param isFirst the link of the sign-in is the proof */
export async function addPasskey(isFirst: boolean) {
  if (!isFirst) await ensureProof();
  const { options } = await readNewOptions({});
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return sendNew({ answer: (await startRegistration({ optionsJSON })) as unknown as Answer });
}
