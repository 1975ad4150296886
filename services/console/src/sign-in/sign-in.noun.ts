import { createToken, hashToken, parseInput, requireSameOrigin } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { passkeyAnswer } from "@tenant-ops/rest/console";
import * as z from "zod";
import type { ConsoleContext } from "../context.js";
import { createRejection, rejectPasskey } from "../passkeys/challenges.js";
import { authenticateWithPasskey, beginSignIn } from "../passkeys/passkeys.verbs.js";
import { startSession } from "../sessions/sessions.verbs.js";
import { toReturnPath } from "./return-path.rules.js";
import { scriptHttp } from "./scripts.http.js";
import { signInPages } from "./sign-in.pages.js";

const begin = z.strictObject({});
const finish = z.strictObject({ answer: passkeyAnswer, return: z.string().max(8000).optional() });

/** The pages for signing in, and what the script of `/sign-in` calls. The browser offers the passkeys for this site, so the person types no name. */
export const signIn = defineNoun({
  http(app, _, context: ConsoleContext) {
    const { cookie, browserCookie, config } = context;
    scriptHttp(app);
    signInPages(app, context);
    const routeOptions = { config: { withoutCaller: true } };

    app.post("/sign-in/passkey/options", routeOptions, async (request, reply) => {
      requireSameOrigin(request, config.APP_URL);
      parseInput(begin, request.body);
      const token = createToken();
      const options = await beginSignIn(context, hashToken(token), request);
      browserCookie.set(reply, token);
      void reply.header("cache-control", "no-store");
      return { options };
    });

    app.post("/sign-in/passkey", routeOptions, async (request, reply) => {
      requireSameOrigin(request, config.APP_URL);
      const { answer, return: returnTo } = parseInput(finish, request.body);
      const binding = browserCookie.readHash(request);
      if (!binding)
        throw rejectPasskey("This browser has not begun to sign in, or has not kept the cookie. Start again.");
      const person = await authenticateWithPasskey(context, answer, { purpose: "sign-in", binding });
      const token = await startSession(context, { ...person, startedBy: "passkey", provenAt: new Date(), request });
      if (token === undefined) throw createRejection();
      cookie.set(reply, token);
      void reply.header("cache-control", "no-store");
      return { location: toReturnPath(returnTo, config.APP_URL) };
    });
  },
});
