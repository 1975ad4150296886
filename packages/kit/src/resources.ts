import type { ResourceService } from "@tenant-ops/proto/common";
import type { Call } from "./call.js";
import { errorTable, type ErrorCode } from "./error-table.js";
import { Refusal, quoted } from "./errors.js";
import type { Rpcs } from "./grpc-definition.js";

/** A text that agents read before they fill in arguments. */
export interface ResourceText {
  uri: `service://${string}`;
  name: string;
  title: string;
  /** When an agent should read it. */
  description: string;
  /** Markdown. */
  text: (call: Call) => string | Promise<string>;
}

export function resourceRpcs(resources: readonly ResourceText[]): Rpcs<typeof ResourceService> {
  const mimeType = "text/markdown";
  return {
    listResources: async () => ({
      resources: resources.map(({ uri, name, title, description }) => ({ uri, name, title, description, mimeType })),
    }),
    readResource: async ({ uri }, call) => {
      const found = resources.find((resource) => resource.uri === uri);
      if (!found) throw new Refusal("route_not_found", `No resource ${quoted(uri)}; resources/list names all of them.`);
      return { uri, mimeType, text: await found.text(call) };
    },
  };
}

/** What to do about each of these error codes, from the one error table. */
export function remedyTable(codes: readonly ErrorCode[]): string {
  const rows = codes.map((code) => `| \`${code}\` | ${errorTable[code].meaning} | ${errorTable[code].remedy} |`);
  return ["| Error | Meaning | Remedy |", "| --- | --- | --- |", ...rows].join("\n");
}
