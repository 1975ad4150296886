import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import type { ConsoleConfig } from "../config.js";
import { createMailer } from "./mailer.js";

let server: SMTPServer | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(resolve) : resolve())));

test("a password is not sent to a mail server that offers no encryption", async () => {
  const signedIn: (string | null | undefined)[] = [];
  server = new SMTPServer({
    ...{ disabledCommands: ["STARTTLS"], allowInsecureAuth: true },
    onAuth: ({ password }, _session, done) => (signedIn.push(password), done(null, { user: "mailer" })),
  });
  // The client hangs up.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  const send = createMailer({
    SMTP_URL: `smtp://mailer:secret@127.0.0.1:${port}`,
    MAIL_FROM: "approvals@example.com",
    APP_URL: "https://app.example.com",
  } as ConsoleConfig);
  const mail = { id: "mbr_1", to: "ana@example.com", subject: "One request waits", text: "Decide." };
  await expect(send?.(mail)).rejects.toMatchObject({ code: "ETLS" });
  expect(signedIn).toEqual([]);
});
