import type { ReadResourceResult, Resource } from "@modelcontextprotocol/server";
import { type Call, canReadResources } from "@tenant-ops/kit/call";
import { singleFlight } from "@tenant-ops/kit/concurrency";
import { quote, Refusal } from "@tenant-ops/kit/errors";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { areas } from "@tenant-ops/proto";
import { type Resource as ListedResource, ResourceService } from "@tenant-ops/proto/common";
import { appMeta } from "../tools/apps.js";

/** A list is the same for every business, so the process caches one per area. */
const cacheMs = 5 * 60_000;
/** After a failure the old list is served for this time before the service is asked again. */
const retryAfterFailureMs = 5000;
/** Long enough for one retry. A list does not wait longer for a service that is down. */
const listTimeoutMs = 1500;

/**
 * The `service://` resources of the areas, and the `ui://` pages of their results, which are not listed: a host finds them by the tools that name
 * them. Texts and pages come from the services.
 */
export interface Resources {
  list(call: Call): Promise<Resource[]>;
  /** Those of these resources that exist and that the caller may read. */
  find(uris: ReadonlySet<string>, call: Call): Promise<Resource[]>;
  /** @throws Refusal forbidden, route_not_found, service_unavailable */
  read(uri: string, call: Call): Promise<ReadResourceResult>;
}

interface CacheEntry {
  resources: readonly Resource[];
  until: number;
}

export function createResources(clients: RpcClients, logger: Logger, now: () => number = Date.now): Resources {
  const cache = new Map<string, CacheEntry>();

  const load = singleFlight(async (area: string, call: Call): Promise<readonly Resource[]> => {
    // The result is for all callers: an abort of the first one must not cancel the request.
    const { signal: _, ...shared } = call;
    const listCall = { ...shared, deadline: Math.min(call.deadline, now() + listTimeoutMs) };
    try {
      const { message } = await clients.unary(ResourceService.method.listResources, {}, listCall, area);
      const resources = message.resources.map(toResource);
      cache.set(area, { resources, until: now() + cacheMs });
      return resources;
    } catch (error) {
      logger.warn({ err: error, area }, "resource list failed");
      const resources = cache.get(area)?.resources ?? [];
      cache.set(area, { resources, until: now() + retryAfterFailureMs });
      return resources;
    }
  });

  async function getResources(area: string, call: Call): Promise<readonly Resource[]> {
    const cached = cache.get(area);
    return cached && cached.until > now() ? cached.resources : load(area, call);
  }

  async function listOf(named: readonly string[], call: Call): Promise<Resource[]> {
    const allowed = named.filter((area) => canReadResources(call, area));
    const lists = await Promise.all(allowed.map((area) => getResources(area, call)));
    return lists.flat();
  }

  return {
    list: (call) => listOf(areas, call),

    async find(uris, call) {
      const named = areas.filter((name) => [...uris].some((uri) => uri.startsWith(`service://${name}/`)));
      return (await listOf(named, call)).filter(({ uri }) => uris.has(uri));
    },

    async read(uri, call) {
      const area = requireReadableArea(uri, call);
      const { message } = await clients.unary(ResourceService.method.readResource, { uri }, call, area);
      const { mimeType, text } = message;
      return { contents: [{ uri, mimeType, text, ...(uri.startsWith("ui://") && { _meta: appMeta }) }] };
    },
  };
}

/** @throws Refusal route_not_found, forbidden */
function requireReadableArea(uri: string, call: Call): string {
  const area = areas.find((name) => uri.startsWith(`service://${name}/`) || uri.startsWith(`ui://${name}/`));
  if (!area) {
    throw new Refusal("route_not_found", `No resource ${quote(uri)}; resources/list names all of them.`);
  }
  if (canReadResources(call, area)) return area;
  throw new Refusal("forbidden", `This credential has no access to ${quote(uri)}: it needs the scope ${area}:read.`);
}

function toResource({ uri, name, title, description, mimeType }: ListedResource): Resource {
  return { uri, name, title, description, mimeType };
}
