import { describe, expect, test } from "vitest";
import { isAllowedAddress, parseCidrs } from "./address.rules.js";

describe("an address is allowed", () => {
  test.each([
    "93.184.216.34",
    "1.1.1.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:80b::200e",
    "::ffff:93.184.216.34",
    "64:ff9b::93.184.216.34",
  ])("when it is public: %s", (address) => expect(isAllowedAddress(address)).toBe(true));

  test.each([
    "127.0.0.1",
    "127.0.0.2",
    "127.255.255.255",
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "192.0.0.192",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "192.88.99.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "::",
    "::1",
    "::2",
    "::7f00:1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:10.0.0.1",
    "::ffff:168.63.129.16",
    "::ffff:0:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::7f00:2",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::127.0.0.1",
    "fe80::1",
    "fe80::1%eth0",
    "fe80::5efe:127.0.0.1",
    "2606:4700::5efe:7f00:1",
    "2606:4700::200:5efe:10.0.0.1",
    "fec0::1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "3fff::1",
    "4000::1",
    "not an address",
    "",
  ])("never when it is not: %j", (address) => expect(isAllowedAddress(address)).toBe(false));

  test("when the operator allows exactly its network", () => {
    const allowed = parseCidrs("127.0.0.1/32, fd12::/16");
    expect(isAllowedAddress("127.0.0.1", allowed)).toBe(true);
    expect(isAllowedAddress("::ffff:127.0.0.1", allowed)).toBe(true);
    expect(isAllowedAddress("127.0.0.2", allowed)).toBe(false);
    expect(isAllowedAddress("fd12::1", allowed)).toBe(true);
    expect(isAllowedAddress("::1", allowed)).toBe(false);
  });
});
