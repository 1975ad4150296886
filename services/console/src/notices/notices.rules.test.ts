import { create } from "@bufbuild/protobuf";
import { tools } from "@tenant-ops/proto";
import { type FindWaitingResponse, FindWaitingResponseSchema } from "@tenant-ops/proto/approvals";
import { roles } from "@tenant-ops/rest/access";
import { toolWords } from "@tenant-ops/rest/tool-words";
import { describe, expect, test } from "vitest";
import {
  composeNotice,
  decidingRoles,
  findRetryTime,
  findSendTime,
  hasNews,
  isRefusedForGood,
  type NoticeSettings,
  type NoticeState,
} from "./notices.rules.js";

const mexico = "America/Mexico_City";
const noon = new Date("2026-03-02T18:00:00.000Z");
const settings = (given: Partial<NoticeSettings>): NoticeSettings => ({ byEmail: true, quietHours: null, ...given });
const night = settings({ quietHours: { from: 22, to: 7 } });

const findAt = (
  now: string,
  notices: NoticeSettings,
  { notice = {}, timeZone = mexico }: { notice?: NoticeState; timeZone?: string } = {},
) => findSendTime({ role: "approver", notices, notice }, timeZone, new Date(now))?.toISOString();

describe("who is told", () => {
  test("approvers, admins and owners", () => {
    expect(decidingRoles).toEqual(["approver", "admin", "owner"]);
  });

  test.each(roles)("%s is told exactly if the role decides, unless the person does not want it", (role) => {
    expect(findSendTime({ role }, mexico, noon)).toEqual(decidingRoles.includes(role) ? noon : undefined);
    expect(findSendTime({ role, notices: settings({ byEmail: false }) }, mexico, noon)).toBeUndefined();
  });
});

describe("quiet hours", () => {
  test.each<[string, string, string, Partial<NoticeSettings>["quietHours"], string?]>([
    [
      "before midnight wait for the morning",
      "2026-03-03T04:30:00.000Z",
      "2026-03-03T13:00:00.000Z",
      { from: 22, to: 7 },
    ],
    ["after midnight too", "2026-03-03T12:59:59.000Z", "2026-03-03T13:00:00.000Z", { from: 22, to: 7 }],
    ["end at their hour", "2026-03-03T13:00:00.000Z", "2026-03-03T13:00:00.000Z", { from: 22, to: 7 }],
    ["begin at their hour", "2026-03-03T03:59:59.999Z", "2026-03-03T03:59:59.999Z", { from: 22, to: 7 }],
    [
      "from an hour to the same hour are none",
      "2026-03-02T18:00:00.000Z",
      "2026-03-02T18:00:00.000Z",
      { from: 12, to: 12 },
    ],
    ["by day end on the same day", "2026-03-02T18:00:00.000Z", "2026-03-02T20:00:00.000Z", { from: 12, to: 14 }],
    [
      "are shorter in the night in which clocks go forward",
      "2026-03-29T00:30:00.000Z",
      "2026-03-29T05:00:00.000Z",
      { from: 22, to: 7 },
      "Europe/Madrid",
    ],
    [
      "are longer in the night in which they go back",
      "2026-10-24T21:30:00.000Z",
      "2026-10-25T06:00:00.000Z",
      { from: 22, to: 7 },
      "Europe/Madrid",
    ],
    [
      "that end at an hour that the clocks leave out end with the change",
      "2026-03-29T00:30:00.000Z",
      "2026-03-29T01:00:00.000Z",
      { from: 22, to: 2 },
      "Europe/Madrid",
    ],
    [
      "follow a time zone of three quarters of an hour",
      "2026-03-02T17:00:00.000Z",
      "2026-03-03T01:15:00.000Z",
      { from: 22, to: 7 },
      "Asia/Kathmandu",
    ],
  ])("%s", (_, now, expected, quietHours = null, timeZone = mexico) => {
    expect(findAt(now, settings({ quietHours }), { timeZone })).toBe(expected);
  });
});

test("two mails of a business to a person are ten minutes apart, and the second one keeps to the quiet hours", () => {
  const notice = { sentAt: new Date("2026-03-03T03:55:00.000Z") };
  expect(findAt("2026-03-03T03:56:00.000Z", settings({}), { notice })).toBe("2026-03-03T04:05:00.000Z");
  expect(findAt("2026-03-03T03:56:00.000Z", night, { notice })).toBe("2026-03-03T13:00:00.000Z");
  expect(findAt("2026-03-03T04:06:00.000Z", settings({}), { notice })).toBe("2026-03-03T04:06:00.000Z");
});

const tool = "supply_approve_withdrawal";
const requestedAt = noon.toISOString();
const found = (waiting: number, newest: object = {}): FindWaitingResponse =>
  create(FindWaitingResponseSchema, {
    waiting,
    ...(waiting > 0 && { newest: { approvalId: "apr_1", tool, askedBy: "Stock agent", requestedAt, ...newest } }),
  });

test("nothing is sent when what was asked for is decided already, even if something older waits", () => {
  const after = (ms: number) => ({ sendingSince: new Date(noon.getTime() + ms) });
  expect(hasNews(found(1), after(0))).toBe(true);
  expect(hasNews(found(0), after(0))).toBe(false);
  expect(hasNews(found(1), after(1))).toBe(false);
});

describe("the mail", () => {
  const compose = (given: FindWaitingResponse, name = "Acme", language: "en" | "es" | "pt" = "en") =>
    composeNotice({ language, business: { id: "biz_1", name }, found: given, appUrl: "https://app.example" });

  test("of one request says what and who, and leads to its page", () => {
    const { subject, text } = compose(found(1));
    expect(subject).toBe("1 request waits for your decision in Acme");
    expect(text).toContain("Withdrawal\nWho asks: Stock agent\n");
    expect(text).toContain("https://app.example/b/biz_1/approvals/apr_1\n");
  });

  test("of several says how many, and leads to the list", () => {
    const { subject, text } = compose(found(30), "Acme", "es");
    expect(subject).toBe("30 solicitudes esperan tu decisión en Acme");
    expect(text).toContain("https://app.example/b/biz_1/approvals\n");
    expect(text).not.toContain("Stock agent");
  });

  test("is in the language of the person, also the name of each tool that writes", () => {
    expect(compose(found(1), "Acme", "pt").text).toContain("Retirada\nQuem pede: Stock agent");
    const writers = tools.filter(({ isWrite }) => isWrite).map(({ name }) => name);
    expect(Object.keys(toolWords).toSorted()).toEqual(writers.toSorted());
  });

  test("has no second header line and no hidden direction, whatever names contain", () => {
    const hostile = "Acme\r\nBcc: thief@example.com\u202Egpj#";
    const { subject, text } = compose(found(1, { askedBy: hostile }), hostile);
    expect(subject).toBe("1 request waits for your decision in Acme Bcc: thief@example.comgpj#");
    expect(text).not.toMatch(/\u202E|^Bcc/m);
  });

  test.each(["https://evil.example/now", "evil.example", "Call evil.example"])(
    "does not repeat what an agent calls itself when mail programs would make a link of it: %s",
    (askedBy) => expect(compose(found(1, { askedBy })).text).toContain("Who asks: an agent\n"),
  );

  test("keeps long names out", () => {
    expect(compose(found(2), "A".repeat(5000)).subject.length).toBeLessThan(160);
  });
});

test("a refused address is given up, and everything else is tried again, ever more rarely", () => {
  expect(isRefusedForGood({ code: "EENVELOPE", command: "RCPT TO", responseCode: 550 })).toBe(true);
  expect(isRefusedForGood({ code: "EMESSAGE", command: "DATA", responseCode: 554 })).toBe(true);
  expect(isRefusedForGood({ code: "EENVELOPE", command: "RCPT TO", responseCode: 451 })).toBe(false);
  expect(isRefusedForGood({ code: "EAUTH", command: "AUTH PLAIN", responseCode: 535 })).toBe(false);
  expect(isRefusedForGood({ code: "EENVELOPE", command: "MAIL FROM", responseCode: 550 })).toBe(false);
  expect(isRefusedForGood({ code: "ETIMEDOUT" })).toBe(false);
  const waits = [0, 1, 2, 3, 4, 5, 50].map(
    (attempts) => (findRetryTime(attempts, noon).getTime() - noon.getTime()) / 1000,
  );
  expect(waits).toEqual([30, 60, 120, 300, 900, 1800, 1800]);
});
