import { dailyCountsQuery, dailyCountsReply, defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { count } from "../fields.js";
import { bySlug } from "./fields.js";

/** A fixed list: a visitor can write any text into an address, and each name is a counter. */
export const visitSources = [
  "search",
  "instagram",
  "facebook",
  "whatsapp",
  "tiktok",
  "youtube",
  "x",
  "linkedin",
  "email",
  "other",
  "direct",
] as const;

const place = z
  .enum(["opened", "proof", "proved", "question", "documents", "limit", "unfinished", "registered", "other"])
  .describe(
    "`opened`: has seen the page and sent no form. `proof`: has tried to prove who they are, and was refused. `proved`: has proved it and sent no form. `question`, `documents`: the form was last refused at this question, or at a document to accept. `limit`: it was refused because visitors may send no more for now. `unfinished`: the form was accepted, and files or the bank are missing. `other`: at a question that the flow does not have any more.",
  );

const counts = z
  .strictObject({
    visits: count.describe("Opened pages."),
    uniqueVisits: count.describe("Different visitors of a day, where a day of visitors is one in UTC."),
    registrations: count.describe("Persons of a day who have completed a registration."),
    refusedTries: count.describe(
      "Forms that had something wrong or were over a limit, and refused tries to prove who one is.",
    ),
  })
  .meta({ id: "FlowVisitCounts" });

const stop = z
  .strictObject({
    place,
    question: z.string().optional().describe("The `value` of the question."),
    visitors: count.describe("Visitors of these days who stand here now."),
    refusedTries: count.describe("Tries of these days that were refused here."),
  })
  .meta({ id: "FlowStop" });

export const getFlowVisits = defineRoute({
  id: "getFlowVisits",
  method: "GET",
  path: "/v1/public/flows/{slug}/visits",
  service: "flows",
  caller: "tenant",
  summary: "Count the visits of a flow, and where its visitors stop",
  description:
    "Without bots and test runs. Each visitor of a day is counted at one place, on the day of the first visit: the places add up to `uniqueVisits`. The server sees a form when it is sent, so it does not know at which question somebody left who sent none.",
  params: bySlug,
  query: dailyCountsQuery,
  replies: {
    200: {
      description: "Counts per day, sources and places",
      body: dailyCountsReply(counts)
        .extend({
          sources: z
            .array(z.strictObject({ source: z.enum(visitSources), visitors: count }).meta({ id: "FlowSource" }))
            .describe(
              "Where visitors came from at their first visit, the most first: by `utm_source`, the application of the browser, or the page with the link. `direct`: nothing says it.",
            ),
          uncounted: z
            .strictObject({
              automatic: count.describe("A program seems to have sent them."),
              repeated: count.describe("The same person has registered on the same day."),
            })
            .meta({ id: "FlowUncounted" })
            .describe("Completed registrations that are stored and not counted."),
          stops: z
            .array(stop)
            .describe("In the order of the page; questions in their order, also those at which nobody stopped."),
        })
        .meta({ id: "FlowVisits" }),
    },
  },
  errors: ["flow_not_found"],
  tools: ["flows_get_flow_visits"],
});
