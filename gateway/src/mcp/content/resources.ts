import { create } from "@bufbuild/protobuf";
import type { ReadResourceResult, Resource } from "@modelcontextprotocol/server";
import type { Call } from "@tenant-ops/kit/call";
import { quote, Refusal } from "@tenant-ops/kit/errors";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { verticals } from "@tenant-ops/proto";
import {
  ListResourcesRequestSchema,
  type Resource as ListedResource,
  ReadResourceRequestSchema,
  ResourceService,
} from "@tenant-ops/proto/common";
import { hasScope } from "../../tenant/tenant.js";

/** Lists say the same for every business, so one copy per process serves all. */
const cacheMs = 5 * 60_000;
/** A service that is down is asked again after this, not by every request. */
const retryAfterFailureMs = 5000;
/** Long enough for one repeat; a list must not wait for a service that is down. */
const listTimeoutMs = 1500;

/** The `service://` texts of the verticals. The gateway holds none of them. */
export interface Resources {
  list(call: Call): Promise<Resource[]>;
  /** @throws Refusal forbidden, route_not_found, service_unavailable */
  read(uri: string, call: Call): Promise<ReadResourceResult>;
}

interface CacheEntry {
  resources: readonly Resource[];
  until: number;
}

export function createResources(clients: RpcClients, logger: Logger, now: () => number = Date.now): Resources {
  const shelves = new Map<string, CacheEntry>();
  const asking = new Map<string, Promise<readonly Resource[]>>();

  async function ask(vertical: string, call: Call): Promise<readonly Resource[]> {
    // Asked for everybody: the caller who happens to be first does not take the answer along when it leaves.
    const { signal: _, ...own } = call;
    const patient = { ...own, deadline: Math.min(call.deadline, now() + listTimeoutMs) };
    const request = create(ListResourcesRequestSchema);
    try {
      const { message } = await clients.unary(ResourceService.method.listResources, request, patient, vertical);
      const resources = message.resources.map(toResource);
      shelves.set(vertical, { resources, until: now() + cacheMs });
      return resources;
    } catch (error) {
      // The others answer all the same; what this one had before is better than nothing.
      logger.warn({ err: error, vertical }, "resources not listed");
      const resources = shelves.get(vertical)?.resources ?? [];
      shelves.set(vertical, { resources, until: now() + retryAfterFailureMs });
      return resources;
    }
  }

  async function shelf(vertical: string, call: Call): Promise<readonly Resource[]> {
    const known = shelves.get(vertical);
    if (known && known.until > now()) return known.resources;
    const underWay = asking.get(vertical) ?? ask(vertical, call).finally(() => asking.delete(vertical));
    asking.set(vertical, underWay);
    return underWay;
  }

  return {
    async list(call) {
      const own = verticals.filter((vertical) => canReadResources(call, vertical));
      const listed = await Promise.all(own.map((vertical) => shelf(vertical, call)));
      return listed.flat();
    },

    async read(uri, call) {
      const vertical = verticals.find((name) => uri.startsWith(`service://${name}/`));
      if (!vertical)
        throw new Refusal("route_not_found", `No resource ${quote(uri)}; resources/list names all of them.`);
      if (!canReadResources(call, vertical)) {
        throw new Refusal(
          "forbidden",
          `This credential has no access to ${quote(uri)}: it needs the scope ${vertical}:read.`,
        );
      }
      const request = create(ReadResourceRequestSchema, { uri });
      const { message } = await clients.unary(ResourceService.method.readResource, request, call, vertical);
      const { mimeType, text } = message;
      return { contents: [{ uri, mimeType, text }] };
    },
  };
}

function toResource({ uri, name, title, description, mimeType }: ListedResource): Resource {
  return { uri, name, title, description, mimeType };
}

/** Who writes in a vertical needs its catalogues as much as who reads there. */
function canReadResources(call: Call, vertical: string): boolean {
  return hasScope(call, vertical, "read") || hasScope(call, vertical, "write");
}
