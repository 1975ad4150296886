import { describe, expect, test } from "vitest";
import { checkUrl, isReachable, parseCidrs } from "./egress.rules.js";

const production = { allowHttp: false, allowed: [] };

describe("an address may be dialled", () => {
  test.each([
    "93.184.216.34",
    "1.1.1.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:80b::200e",
    "::ffff:93.184.216.34",
    "64:ff9b::93.184.216.34",
  ])("when it is public: %s", (address) => expect(isReachable(address)).toBe(true));

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
  ])("never when it is not: %j", (address) => expect(isReachable(address)).toBe(false));

  test("when the operator opened exactly its network", () => {
    const allowed = parseCidrs("127.0.0.1/32, fd12::/16");
    expect(isReachable("127.0.0.1", allowed)).toBe(true);
    expect(isReachable("::ffff:127.0.0.1", allowed)).toBe(true);
    expect(isReachable("127.0.0.2", allowed)).toBe(false);
    expect(isReachable("fd12::1", allowed)).toBe(true);
    expect(isReachable("::1", allowed)).toBe(false);
  });
});

describe("a URL is refused at registration", () => {
  test.each([
    ["http://shop.example.com/hook", "must begin with https://"],
    ["ftp://shop.example.com/hook", "must begin with https://"],
    ["https://user:pass@shop.example.com/", "user name or password"],
    ["https://shop.example.com/#x", "fragment"],
    ["https://shop.example.com:25/", "port"],
    ["shop.example.com", "absolute URL"],
    [`https://shop.example.com/${"a".repeat(2048)}`, "absolute URL"],
  ])("for its form: %s", (url, words) => expect(() => checkUrl(url, production)).toThrow(words));

  test.each([
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://127.0.0.1./",
    "https://①②⑦.⓪.⓪.①/",
    "https://%31%32%37.0.0.1/",
    "https://0/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::7f00:1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[fe80::5efe:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[fd00:ec2::254]/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://a.localhost/",
    "https://mongodb/",
    "https://metadata.google.internal/",
    "https://supply.default.svc.cluster.local/",
    "https://printer.local/",
  ])("for where it leads: %s", (url) => expect(() => checkUrl(url, production)).toThrow("not on the public internet"));

  test.each([
    "https://shop.example.com/hook?a=1",
    "https://shop.example.com:8443/",
    "https://93.184.216.34/",
    "https://[2606:4700::1111]/",
  ])("and taken when it is public: %s", (url) => expect(checkUrl(url, production).href).toBe(url));
});
