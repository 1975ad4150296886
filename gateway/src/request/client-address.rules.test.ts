import { expect, test } from "vitest";
import { toRateLimitAddress, isAddressAllowed, listRateLimitNetworks, normalizeAddress } from "./client-address.js";

test("an address is allowed when it or its network is in the list, also as IPv4 over an IPv6 socket", () => {
  const allowed = ["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"];
  for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "192.0.2.7", "2001:db8::1"])
    expect(isAddressAllowed(address, allowed)).toBe(true);
  for (const address of ["11.1.2.3", "192.0.2.8", "2001:db9::1"])
    expect(isAddressAllowed(address, allowed)).toBe(false);
});

test("a network in IPv6 form also contains IPv4 addresses", () => {
  for (const network of ["::/0", "::ffff:10.0.0.1", "::ffff:10.0.0.0/104"])
    expect(isAddressAllowed("10.0.0.1", [network])).toBe(true);
  expect(isAddressAllowed("10.0.0.1", ["2001:db8::/32", "::ffff:11.0.0.0/104"])).toBe(false);
});

test("a missing or unknown address is not allowed and is no error", () => {
  expect(normalizeAddress(undefined)).toBe("");
  expect(isAddressAllowed(undefined, ["0.0.0.0/0"])).toBe(false);
  expect(isAddressAllowed("unknown", ["0.0.0.0/0"])).toBe(false);
});

test.each([
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8::/64"],
  ["::1", "::/64"],
  ["unknown", "unknown"],
  [undefined, ""],
])("a limit counts %s as %s", (address, counted) => expect(toRateLimitAddress(address)).toBe(counted));

test("an IPv6 address counts in its /64 network and, with a higher limit, in the /48 around it", () => {
  expect(listRateLimitNetworks("2001:db8:1:2::9")).toEqual([
    { network: "2001:db8:1:2::/64", limitFactor: 1 },
    { network: "2001:db8:1::/48", limitFactor: 16 },
  ]);
  expect(listRateLimitNetworks("192.0.2.7")).toEqual([{ network: "192.0.2.7", limitFactor: 1 }]);
  expect(listRateLimitNetworks("")).toEqual([{ network: "", limitFactor: 1 }]);
});
