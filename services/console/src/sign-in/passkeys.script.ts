/**
 * The script of the pages with a passkey button, as text, because an image contains one file and no folder of scripts. The texts that people read are
 * in the page, in its language.
 */
export const passkeyScript = `
const box = document.querySelector("[data-passkey]");

const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const toDescriptors = (list = []) => list.map((one) => ({ ...one, id: toBytes(one.id) }));

// Browsers have functions for these conversions since 2024 and 2025; phones of our users are older.
async function startRegistration({ challenge, user, excludeCredentials, ...options }) {
  const publicKey = {
    ...options,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: toDescriptors(excludeCredentials),
  };
  const { id, type, response } = await navigator.credentials.create({ publicKey });
  const clientDataJSON = toText(response.clientDataJSON);
  const attestationObject = toText(response.attestationObject);
  const transports = response.getTransports?.() ?? [];
  return { id, rawId: id, type, response: { clientDataJSON, attestationObject, transports }, clientExtensionResults: {} };
}

async function startAuthentication({ challenge, allowCredentials, ...options }) {
  const publicKey = { ...options, challenge: toBytes(challenge), allowCredentials: toDescriptors(allowCredentials) };
  const { id, type, response } = await navigator.credentials.get({ publicKey });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const texts = {
    clientDataJSON: toText(clientDataJSON),
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
    ...(userHandle && { userHandle: toText(userHandle) }),
  };
  return { id, rawId: id, type, response: texts, clientExtensionResults: {} };
}

async function post(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.detail), { code: answer.error });
  return answer;
}

const actions = {
  async signIn() {
    const { options } = await post("/sign-in/passkey/options", {});
    const answer = await startAuthentication(options);
    const { location } = await post("/sign-in/passkey", { answer, return: box.dataset.return });
    return location;
  },
  async register() {
    const { options } = await post("/v1/console/passkeys/options", {});
    const answer = await startRegistration(options);
    await post("/v1/console/passkeys", { answer });
    return box.dataset.return;
  },
};

/** What the person can do about it; an aborted dialog and a failure of ours get different sentences. */
function describe({ name, code }) {
  if (name === "NotAllowedError" || name === "AbortError") return box.dataset.aborted;
  if (name === "InvalidStateError") return box.dataset.exists;
  if (code === "step_up_required") return box.dataset.expired;
  return box.dataset.failed;
}

async function run() {
  const button = box.querySelector("button");
  const status = box.querySelector("[role=status]");
  button.disabled = true;
  status.textContent = box.dataset.waiting;
  try {
    location.assign(await actions[box.dataset.passkey]());
  } catch (error) {
    status.textContent = describe(error);
    button.disabled = false;
  }
}

if (box) {
  box.hidden = false;
  if (globalThis.PublicKeyCredential) box.querySelector("button").addEventListener("click", () => void run());
  else {
    box.querySelector("button").hidden = true;
    box.querySelector("[role=status]").textContent = box.dataset.unsupported;
  }
}
`;
