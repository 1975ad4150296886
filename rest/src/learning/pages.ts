import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId } from "../fields.js";

// The public page of a course. It answers with HTML, also when it refuses.

const page = (description: string) => ({ description, body: z.string(), contentType: "text/html" });

export const showCoursePage = defineRoute({
  id: "showCoursePage",
  method: "GET",
  path: "/course/{id}",
  service: "learning",
  caller: "visitor",
  summary: "Show the page of a course",
  description:
    "For browsers, without a credential. A flow whose redirect is the course sends its visitors here with a pass: it is valid once, for 15 minutes, in the " +
    "browser that registered. The page enrolls the visitor and turns the pass into a cookie. Without one it enrolls no visitor.",
  params: byId,
  query: z.strictObject({ pass: z.string().optional().describe("Only a flow can make it.") }),
  replies: {
    200: page("The modules, and the progress of this visitor"),
    303: { description: "The pass was used", headers: { Location: "The page without the pass." } },
    403: page("The pass cannot be used here"),
    404: page("No course has this id, or it is not published"),
  },
});
