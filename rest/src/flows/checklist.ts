import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { bySlug } from "./fields.js";
import { sentenceFields } from "./sentences.js";

const step = z
  .strictObject({
    name: z.enum([
      "fields",
      "redirect",
      "additionalRedirects",
      "documents",
      "bankValidation",
      "authType",
      "testRun",
      "active",
    ]),
    state: z
      .enum(["done", "missing", "warning", "optional"])
      .describe(
        "`missing`: left to do. `warning`: visitors can use the flow, and a person should know. `optional`: not used by this flow.",
      ),
    ...sentenceFields,
  })
  .meta({ id: "ChecklistStep" });

export const getFlowChecklist = defineRoute({
  id: "getFlowChecklist",
  method: "GET",
  path: "/v1/public/flows/{slug}/checklist",
  service: "flows",
  caller: "tenant",
  summary: "Read the set-up checklist of a flow",
  description: "What is set up and what is left to do before the link is shared, in the order of the steps.",
  params: bySlug,
  replies: {
    200: {
      description: "The steps",
      body: z
        .strictObject({
          slug: z.string(),
          isComplete: z.boolean().describe("Whether no step is `missing`."),
          steps: z.array(step),
        })
        .meta({ id: "FlowChecklist" }),
    },
  },
  errors: ["flow_not_found"],
});
