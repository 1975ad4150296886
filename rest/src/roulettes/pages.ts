import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId } from "../fields.js";

// The public page of a roulette. It answers with HTML, also when it refuses.

const path = "/roulette/{id}";
const page = (description: string) => ({ description, body: z.string(), contentType: "text/html" });

const missing = page("No roulette has this id, or it is inactive");
const badPass = page("The pass, or the cookie of the visitor, is missing or cannot be used here");

export const showRoulettePage = defineRoute({
  id: "showRoulettePage",
  method: "GET",
  path,
  service: "roulettes",
  caller: "visitor",
  summary: "Show the page of a roulette",
  description:
    "For browsers, without a credential. A flow whose redirect is the roulette sends its visitors here with a pass: it is valid once, for 15 minutes, in the " +
    "browser that registered. The page turns it into a cookie. Without one the page shows the wheel and offers no spin.",
  params: byId,
  query: z.strictObject({ pass: z.string().optional().describe("Only a flow can make it.") }),
  replies: {
    200: page("The wheel with its chances, and what this visitor has won"),
    303: { description: "The pass was used", headers: { Location: "The page without the pass." } },
    403: badPass,
    404: missing,
  },
});

export const spinRoulettePage = defineRoute({
  id: "spinRoulettePage",
  method: "POST",
  path,
  service: "roulettes",
  caller: "visitor",
  summary: "Spin a roulette on its page",
  description:
    "Needs the cookie of a visitor. A visitor spins `spinsPerVisitor` times and wins `max_wins` prizes at most. The page adds a hidden field, so that a form that " +
    "is sent twice is one spin.",
  params: byId,
  body: z.record(z.string(), z.string()),
  bodyContentType: "application/x-www-form-urlencoded",
  replies: {
    303: { description: "Spun, or no spin is left", headers: { Location: "The page, which shows the result." } },
    403: badPass,
    404: missing,
  },
});
