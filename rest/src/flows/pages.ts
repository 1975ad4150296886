import { defineRoute } from "@tenant-ops/kit/http";
import { z } from "zod";
import { bySlug } from "./fields.js";

// The public pages of flows. They answer with HTML, also when they refuse.

const path = "/flow/{slug}";
const htmlType = "text/html";

const page = (description: string) => ({ description, body: z.string(), contentType: htmlType });

const missing = page("No flow has this slug, or its page is offline");

export const showFlowPage = defineRoute({
  id: "showFlowPage",
  method: "GET",
  path,
  service: "flows",
  caller: "visitor",
  summary: "Show the page of a flow",
  description: "For browsers, without a credential. A visit by a person is counted.",
  params: bySlug,
  replies: { 200: page("The form"), 404: missing },
});

export const submitFlowPage = defineRoute({
  id: "submitFlowPage",
  method: "POST",
  path,
  service: "flows",
  caller: "visitor",
  summary: "Send the form of a flow",
  description:
    "The fields are the `value`s of the questions; others are ignored. The page adds a hidden field, so that a form that is sent twice is one registration.",
  params: bySlug,
  body: z.record(z.string(), z.string()),
  bodyContentType: "application/x-www-form-urlencoded",
  replies: {
    200: page("Registered; the target is not available, so a thank-you page is shown"),
    303: { description: "Registered", headers: { Location: "The target of the flow, with its UTM values." } },
    404: missing,
    422: page("The form again, with what is wrong"),
  },
});
