import { describeSettings } from "@tenant-ops/kit/config";
import { expect, test } from "vitest";
import { config } from "./config.js";

const { SMTP_URL: smtpUrl, MAIL_FROM: mailFrom } = config.shape;

test.each([
  ["smtp://mail.internal:25", true],
  ["smtps://user:pass%40word@mail.example.com:465", true],
  ["https://mail.example.com", false],
  ["mail.example.com", false],
  ["smtp://", false],
])("mails can go to %s: %s", (url, isAccepted) => {
  expect(smtpUrl.safeParse(url).success).toBe(isAccepted);
});

test.each([
  ["approvals@example.com", true],
  ["Approvals of Acme <approvals@example.com>", true],
  ["Approvals", false],
  ["approvals@example.com\r\nBcc: thief@example.com", false],
])("mails can come from %j: %s", (from, isAccepted) => {
  expect(mailFrom.safeParse(from).success).toBe(isAccepted);
});

test("the address of the mail server is a secret, because it has a password", () => {
  expect(describeSettings(config).find(({ name }) => name === "SMTP_URL")).toMatchObject({
    secret: true,
    required: false,
  });
});
