import type { FastifyReply, FastifyRequest } from "fastify";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  computeProofEnd,
  createSessionCookie,
  createToken,
  hashToken,
  requireProof,
  requireSameOrigin,
} from "./person-session.js";

const appUrl = "https://app.example.com";
const createRequest = (headers: object, method = "POST") => ({ headers, method }) as unknown as FastifyRequest;

describe("a request counts as one of the application", () => {
  test.each([
    ["POST", { "sec-fetch-site": "same-origin" }],
    ["POST", { origin: appUrl }],
    ["GET", { "sec-fetch-site": "same-origin" }],
    ["GET", {}],
    ["HEAD", {}],
  ])("%s with %j", (method, headers) => {
    expect(() => requireSameOrigin(createRequest(headers, method), appUrl)).not.toThrow();
  });

  test.each([
    ["POST", {}],
    ["POST", { "sec-fetch-site": "same-site", origin: appUrl }],
    ["POST", { "sec-fetch-site": "none" }],
    ["POST", { origin: "null" }],
    ["POST", { origin: "http://app.example.com" }],
    ["GET", { "sec-fetch-site": "cross-site" }],
    ["GET", { origin: "https://evil.example.com" }],
  ])("but not %s with %j", (method, headers) => {
    const request = createRequest(headers, method);
    expect(() => requireSameOrigin(request, appUrl)).toThrow(expect.objectContaining({ code: "forbidden" }));
  });
});

describe("the cookie of a session", () => {
  const setCookies: string[] = [];
  const reply = { header: (_name: string, value: string) => setCookies.push(value) } as unknown as FastifyReply;

  test("is for one host over TLS, and without a prefix on a developer's machine", () => {
    const token = createToken();
    createSessionCookie(appUrl).set(reply, token);
    expect(setCookies.pop()).toBe(`__Host-session=${token}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=604800`);
    createSessionCookie("http://localhost:8080").set(reply, token);
    expect(setCookies.pop()).toBe(`session=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800`);
  });

  test.each(["", "session=short", "x__Host-session=", "session="])("is not read from %j", (start) => {
    const cookie = start.endsWith("=") ? `${start}${createToken()}` : start;
    expect(createSessionCookie(appUrl).readHash(createRequest({ cookie }))).toBeUndefined();
  });

  test("is read as its hash, beside other cookies", () => {
    const token = createToken();
    const request = createRequest({ cookie: `a=1; __Host-session=${token}; b=2` });
    expect(createSessionCookie(appUrl).readHash(request)).toBe(hashToken(token));
  });
});

describe("a proof", () => {
  afterEach(() => void vi.useRealTimers());

  test("counts for five minutes and not a millisecond longer", () => {
    const provenAt = new Date("2026-01-01T00:00:00Z");
    vi.useFakeTimers({ now: computeProofEnd(provenAt).getTime() - 1 });
    expect(() => requireProof({ provenAt })).not.toThrow();
    vi.setSystemTime(new Date("2026-01-01T00:05:00Z"));
    expect(() => requireProof({ provenAt })).toThrow(expect.objectContaining({ code: "step_up_required" }));
  });
});
