import { describe, expect, test } from "vitest";
import { checkUrl } from "./url.rules.js";

const production = { allowHttp: false, allowed: [] };

describe("a URL is refused at registration", () => {
  test.each([
    ["http://shop.example.com/hook", "must begin with https://"],
    ["ftp://shop.example.com/hook", "must begin with https://"],
    ["https://user:pass@shop.example.com/", "user name or password"],
    ["https://shop.example.com/#x", "fragment"],
    ["https://shop.example.com:25/", "port"],
    ["shop.example.com", "absolute URL"],
    ["https://shop.example.com/\r\nhook", "blanks"],
    ["https://shop.example.com/\u202Ekooh", "blanks"],
    ["https://sh\u200Bop.example.com/hook", "blanks"],
    ["https://shop.example.com\\hook", "blanks"],
    [" https://shop.example.com/hook", "blanks"],
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
  ])("and accepted when it is public: %s", (url) => expect(checkUrl(url, production).href).toBe(url));
});
