import { type DescFile, type DescMethod, getOption } from "@bufbuild/protobuf";
import { callers as callersOption } from "../gen/tenantops/common/v1/callers_pb.js";
import { optionError } from "./source.js";

/** May call every rpc and every REST route of every service. */
const gateway = "gateway";

/** Per service, the issuers of call contexts that may call something of it, the gateway first. */
export function collectIssuers(files: readonly DescFile[]): Record<string, string[]> {
  const services = files.flatMap((file) => {
    const [, name = ""] = file.proto.package.split(".");
    return name === "common" ? [] : file.services.map((service) => ({ name, methods: service.methods }));
  });
  const names = services.map(({ name }) => name);
  return Object.fromEntries(
    services.map(({ name, methods }) => {
      const others = methods.flatMap((method) => readCallers(method, names));
      return [name, [gateway, ...new Set(others)]];
    }),
  );
}

function readCallers(method: DescMethod, services: readonly string[]): readonly string[] {
  const callers = getOption(method, callersOption);
  const unknown = callers.find((name) => !services.includes(name));
  if (unknown !== undefined)
    throw optionError(method, callersOption, `${JSON.stringify(unknown)} is no service; the gateway needs no entry.`);
  return callers;
}
