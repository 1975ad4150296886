import { createToken, hashToken, parseInput, requireSameOrigin } from "@tenant-ops/kit/http";
import { passkeyAnswer } from "@tenant-ops/rest/console";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { authenticateWithPasskey, createRejection } from "../passkeys/authenticate.js";
import { createChallenge } from "../passkeys/challenges.js";
import { rejectPasskey } from "../passkeys/challenges.js";
import { getClientAddress } from "@tenant-ops/kit/http";
import { startSession } from "../sessions/start-session.js";
import { toReturnPath } from "./return-path.rules.js";
import type { SignInOptions } from "./sign-in.types.js";

const begin = z.strictObject({});
const finish = z.strictObject({ answer: passkeyAnswer, return: z.string().max(8000).optional() });
const purpose = "sign-in";

/** What the script of `/sign-in` calls. The browser offers the passkeys for this site, so the person types no name. */
export function passkeySignInHttp(app: FastifyInstance, options: SignInOptions): void {
  const { db, cookie, browserCookie, relyingParty, config } = options;
  const routeOptions = { config: { withoutCaller: true } };

  app.post("/sign-in/passkey/options", routeOptions, async (request, reply) => {
    requireSameOrigin(request, config.APP_URL);
    parseInput(begin, request.body);
    const token = createToken();
    const address = getClientAddress(request);
    const challenge = await createChallenge(db, { purpose, binding: hashToken(token), address });
    browserCookie.set(reply, token);
    void reply.header("cache-control", "no-store");
    return { options: await relyingParty.createAuthenticationOptions([], challenge) };
  });

  app.post("/sign-in/passkey", routeOptions, async (request, reply) => {
    requireSameOrigin(request, config.APP_URL);
    const { answer, return: returnTo } = parseInput(finish, request.body);
    const binding = browserCookie.readHash(request);
    if (!binding)
      throw rejectPasskey("This browser has not begun to sign in, or has not kept the cookie. Start again.");
    const person = await authenticateWithPasskey(options, answer, { purpose, binding });
    const beginning = { ...person, startedBy: "passkey" as const, provenAt: new Date() };
    if (!(await startSession(db, cookie, beginning, request, reply))) throw createRejection();
    void reply.header("cache-control", "no-store");
    return { location: toReturnPath(returnTo, config.APP_URL) };
  });
}
