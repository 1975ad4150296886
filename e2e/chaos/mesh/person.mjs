// A person of one business who is signed in to the console: requests with the cookie of a session, as a browser sends them.
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { MongoClient } from "mongodb";
import { createListReader } from "../../../scripts/lib/agents/calls.mjs";
import { createAdminClient } from "../../../scripts/lib/mesh/gateway-client.mjs";

/**
 * Signs a new owner in with a link of the operator.
 * @returns `rest(method, path, body, headers)` and `list(path)`, repeated until they are acknowledged, and `requireSession()`, which
 *   throws when the person is not signed in any more
 */
export async function signInPerson({ mesh, caller, businessId }) {
  const operator = createAdminClient(mesh.operatorUrls[0], mesh.operatorKey);
  const owner = { name: "Ana Pérez", email: "ana@example.com", role: "owner" };
  const cookie = await useLink((await operator.createInvitation(businessId, owner)).url);
  const appHost = new URL(mesh.appUrl).host;
  const rest = async (method, path, body, headers) =>
    (await caller.repeat(createSender({ appHost, cookie, method, path, body, headers }))).body;
  const readSession = () => rest("GET", "/v1/console/session");
  const personId = (await readSession()).person._id;
  await keepProven(mesh, personId);
  return {
    rest,
    list: createListReader(rest),
    async requireSession() {
      const { person, businesses } = await readSession();
      if (person._id !== personId || businesses.length !== 1 || businesses[0]._id !== businessId)
        throw new Error(`the session of ${personId} in ${businessId} is one of ${person._id} in other businesses`);
    },
  };
}

/** Uses a link as a browser does when the person presses the button. @returns the cookie of the new session */
async function useLink(url) {
  const headers = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };
  const answer = await fetch(url, { method: "POST", redirect: "manual", headers, body: "" });
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("session="));
  if (!cookie) throw new Error(`the link answers ${answer.status} without a session`);
  return cookie.split(";")[0];
}

/** As if the person proved tomorrow who they are: keys and invitations need a proof of the last five minutes, and a run may be longer. */
async function keepProven({ mongodbUrl, databasePrefix }, personId) {
  const client = await new MongoClient(mongodbUrl).connect();
  try {
    const sessions = client.db(`${databasePrefix}console`).collection("sessions");
    const provenAt = new Date(Date.now() + 24 * 60 * 60 * 1000);
    await sessions.updateMany({ personId }, { $set: { provenAt } }, { writeConcern: { w: "majority" } });
  } finally {
    await client.close();
  }
}

/** One request for `caller.repeat`. The application has one host, whichever gateway answers; `fetch` would replace the header. */
function createSender({ appHost, cookie, method, path, body, headers: given = {} }) {
  const content = body && JSON.stringify(body);
  const headers = {
    ...{ host: appHost, cookie, "sec-fetch-site": "same-origin" },
    ...(content && { "content-type": "application/json" }),
    ...given,
  };
  return async (url, signal) => {
    const answer = await send(`${url}${path}`, { method, headers, signal }, content);
    const received = await text(answer);
    const parsed = received ? JSON.parse(received) : {};
    return { status: answer.statusCode, code: parsed.error, body: parsed };
  };
}

const send = (url, options, content = "") =>
  new Promise((resolve, reject) => {
    const length = { "content-length": Buffer.byteLength(content) };
    request(url, { ...options, headers: { ...options.headers, ...length } }, resolve)
      .on("error", (cause) => reject(new Error("the connection broke", { cause })))
      .end(content);
  });
