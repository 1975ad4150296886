import type { ResourceLink } from "@modelcontextprotocol/server";
import { createCall } from "../../request/call.js";
import type { McpRequestContext, McpServices } from "../request-context.js";

const uriBeginning = "service://";
const resourceUri = /service:\/\/[a-z]+\/[\w/-]*\w/g;
const linksMax = 5;

/**
 * Links to the resources that an answer names, so that a host can offer or read them. Only resources that the caller may read are
 * linked; other texts of this form may come from the data of the business.
 */
export async function findResourceLinks(
  { resources }: Pick<McpServices, "resources">,
  { request, reply, tenant, takesResourceLinks }: McpRequestContext,
  text: Buffer,
): Promise<ResourceLink[]> {
  if (!takesResourceLinks || !text.includes(uriBeginning)) return [];
  const named = new Set(text.toString().match(resourceUri));
  const found = await resources.find(named, createCall(request, reply, tenant, "resources/list"));
  return found.slice(0, linksMax).map(({ uri, name, title, description, mimeType }) => ({
    // In the order of the SDK's schema; hot-path.test.ts compares the bytes.
    name,
    ...(title !== undefined && { title }),
    uri,
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
    type: "resource_link",
  }));
}
