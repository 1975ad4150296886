import { crc32 } from "node:zlib";
import { widenNetwork } from "../request/client-address.js";

const businessGroups = 1024;

/** `anonymous 192.0.2.7` → `anonymous 192.0.2.0/24` → `…/16` → `…/8` → `anonymous *`. */
export function widenAddressName(name: string): string | undefined {
  const [policy, address] = splitName(name);
  return address === "*" ? undefined : `${policy} ${widenNetwork(address) ?? "*"}`;
}

/** `requests biz_1` → `requests #17`. Operators create the businesses, so in practice there are never enough active ones for groups. */
export function widenBusinessName(name: string): string | undefined {
  const [policy, id] = splitName(name);
  return id.startsWith("#") ? undefined : `${policy} #${crc32(id) % businessGroups}`;
}

function splitName(name: string): [policy: string, rest: string] {
  const space = name.indexOf(" ");
  return [name.slice(0, space), name.slice(space + 1)];
}
