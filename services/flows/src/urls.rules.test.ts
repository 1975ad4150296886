import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planUrl, withUtm } from "./urls.rules.js";

describe("where visitors may be sent", () => {
  test.each([
    ["https://example.com", "https://example.com/"],
    ["HTTPS://Example.com/A?b=1#c", "https://example.com/A?b=1#c"],
    ["https://español.example/ñ", "https://xn--espaol-zwa.example/%C3%B1"],
    ["https://example.com:8443/x", "https://example.com:8443/x"],
  ])("%s", (given, address) => expect(planUrl(given, false)).toBe(address));

  test("http goes to this machine only, and only where a setting allows it", () => {
    for (const url of ["http://localhost:3000/x", "http://127.0.0.1/x", "http://127.9.9.9/x", "http://[::1]:8080/x"]) {
      expect(planUrl(url, true)).toBe(url);
      expect(() => planUrl(url, false)).toThrow("https");
    }
    for (const url of [
      "http://example.com/",
      "http://10.0.0.1/",
      "http://localhost.example.com/",
      "http://127.0.0.1.nip.io/",
    ]) {
      expect(() => planUrl(url, true)).toThrow("https");
    }
  });

  test("whatever is allowed is a plain https address that reads the same a second time", () => {
    const piece = fc.constantFrom(
      "https:",
      "http:",
      "javascript:",
      "data:",
      "//",
      "/",
      "\\",
      "@",
      "example.com",
      ":",
      "a",
      "\t",
      "\n",
      " ",
      "%",
      "?",
      "#",
      "..",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
        (text) => {
          let planned: string;
          try {
            planned = planUrl(text, false);
          } catch (error) {
            expect(error).toMatchObject({ code: "redirect_url_refused" });
            return;
          }
          const url = new URL(planned);
          expect([url.protocol, url.username, url.password]).toEqual(["https:", "", ""]);
          expect(planUrl(planned, false)).toBe(planned);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("UTM values", () => {
  const none = { source: "", medium: "", campaign: "", content: "" };

  test("are added, empty ones are not, and the address's own stay", () => {
    expect(withUtm("https://example.com/x?a=1&a=2", { ...none, source: "ig", content: "a&b=c" })).toBe(
      "https://example.com/x?a=1&a=2&utm_source=ig&utm_content=a%26b%3Dc",
    );
    expect(withUtm("https://example.com/x", none)).toBe("https://example.com/x");
  });

  test("no value gets out of its place", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("&", "=", "#", "?", "/", "%", "+", " ", "a", "é", "\n"), maxLength: 40 }),
        (source) => {
          const url = new URL(withUtm("https://example.com/x?a=1#top", { ...none, source }));
          expect([url.origin, url.pathname, url.hash, url.searchParams.get("a")]).toEqual([
            "https://example.com",
            "/x",
            "#top",
            "1",
          ]);
          expect([...url.searchParams.keys()].filter((name) => name !== "a")).toEqual(source ? ["utm_source"] : []);
        },
      ),
    );
  });
});
