import type { DescMethod } from "@bufbuild/protobuf";

/**
 * Calls any rpc of a tenant, with those of `values` that are fields of its request. So a test can call every rpc of a service,
 * also one that is added later.
 */
export async function callRpc(rpcs: object, { input, localName }: DescMethod, values: Record<string, unknown>) {
  const rpc = (rpcs as Record<string, (request: object) => Promise<unknown>>)[localName];
  if (!rpc) throw new Error(`no rpc ${localName}`);
  const names = input.fields.map((field) => field.localName).filter((name) => name in values);
  return rpc(Object.fromEntries(names.map((name) => [name, values[name]])));
}
