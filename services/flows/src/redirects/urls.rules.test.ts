import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRedirectUrl, addUtm } from "./urls.rules.js";

describe("a redirect address", () => {
  test.each([
    ["https://example.com", "https://example.com/"],
    ["HTTPS://Example.com/A?b=1#c", "https://example.com/A?b=1#c"],
    ["https://español.example/ñ", "https://xn--espaol-zwa.example/%C3%B1"],
    ["https://example.com:8443/x", "https://example.com:8443/x"],
  ])("%s becomes %s", (given, address) => expect(parseRedirectUrl(given, false)).toBe(address));

  test("may be http for this machine only, and only when the setting allows it", () => {
    for (const url of ["http://localhost:3000/x", "http://127.0.0.1/x", "http://127.9.9.9/x", "http://[::1]:8080/x"]) {
      expect(parseRedirectUrl(url, true)).toBe(url);
      expect(() => parseRedirectUrl(url, false)).toThrow("https");
    }
    for (const url of [
      "http://example.com/",
      "http://10.0.0.1/",
      "http://localhost.example.com/",
      "http://127.0.0.1.nip.io/",
    ]) {
      expect(() => parseRedirectUrl(url, true)).toThrow("https");
    }
  });

  test("that is accepted is an https address without credentials, and parsing it again changes nothing", () => {
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
            planned = parseRedirectUrl(text, false);
          } catch (error) {
            expect(error).toMatchObject({ code: "redirect_url_refused" });
            return;
          }
          const url = new URL(planned);
          expect([url.protocol, url.username, url.password]).toEqual(["https:", "", ""]);
          expect(parseRedirectUrl(planned, false)).toBe(planned);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("UTM values", () => {
  const noUtm = { source: "", medium: "", campaign: "", content: "" };

  test("are added unless empty, and other parameters of the address stay", () => {
    expect(addUtm("https://example.com/x?a=1&a=2", { ...noUtm, source: "ig", content: "a&b=c" })).toBe(
      "https://example.com/x?a=1&a=2&utm_source=ig&utm_content=a%26b%3Dc",
    );
    expect(addUtm("https://example.com/x", noUtm)).toBe("https://example.com/x");
  });

  test("cannot change another part of the address", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("&", "=", "#", "?", "/", "%", "+", " ", "a", "é", "\n"), maxLength: 40 }),
        (source) => {
          const url = new URL(addUtm("https://example.com/x?a=1#top", { ...noUtm, source }));
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
