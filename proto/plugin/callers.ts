import { type DescFile, type DescMethod, getOption } from "@bufbuild/protobuf";
import { callers as callersOption } from "../gen/tenantops/common/v1/callers_pb.js";
import { listIssuers } from "../src/issuers.js";
import { optionError } from "./source.js";

/** Per service, the issuers of call contexts that may call something of it, the gateway first. */
export function collectIssuers(files: readonly DescFile[]): Record<string, string[]> {
  const all = files.flatMap((file) => {
    const [, name = ""] = file.proto.package.split(".");
    return file.services.map((service) => ({ name, methods: service.methods }));
  });
  const common = all.filter(({ name }) => name === "common").flatMap(({ methods }) => methods);
  const services = all.filter(({ name }) => name !== "common");
  const names = services.map(({ name }) => name);
  for (const { methods } of all) for (const method of methods) assertKnownCallers(method, names);
  return Object.fromEntries(services.map(({ name, methods }) => [name, listIssuers(name, methods, common)]));
}

function assertKnownCallers(method: DescMethod, services: readonly string[]): void {
  const unknown = getOption(method, callersOption).find((name) => !services.includes(name));
  if (unknown !== undefined)
    throw optionError(method, callersOption, `${JSON.stringify(unknown)} is no service; the gateway needs no entry.`);
}
