import type { Transporter } from "nodemailer";
import type { ConsoleConfig } from "../config.js";

/** One attempt, from the look-up of the server's name to its answer. */
const sendMs = 15_000;
const stepMs = 5000;

export interface Mail {
  /** The same for a repeat of a mail that may have been sent: many mailboxes then show one. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** Sends a mail. @throws SendFailure */
export type SendMail = (mail: Mail) => Promise<void>;

/** Undefined when the operator has named no server. */
export function createMailer({ SMTP_URL, MAIL_FROM, APP_URL }: ConsoleConfig): SendMail | undefined {
  if (!SMTP_URL || !MAIL_FROM) return undefined;
  const timeouts = {
    ...{ connectionTimeout: stepMs, greetingTimeout: stepMs, dnsTimeout: stepMs, socketTimeout: sendMs },
  };
  // Without encryption no password is sent.
  const requireTLS = new URL(SMTP_URL).username !== "";
  let transport: Promise<Transporter> | undefined;
  // Loaded for the first mail.
  const open = () =>
    (transport ??= import("nodemailer").then(({ createTransport }) =>
      createTransport({ url: SMTP_URL, requireTLS, ...timeouts }),
    ));
  const { hostname } = new URL(APP_URL);
  return async ({ id, to, subject, text }) => {
    const opened = await open();
    await opened.sendMail({
      messageId: `<${id}@${hostname}>`,
      from: MAIL_FROM,
      // As an object it is one address: a text may be a list of them.
      to: { name: "", address: to },
      ...{ subject, text },
      // A person who is away does not answer an automatic mail.
      headers: { "auto-submitted": "auto-generated" },
      ...{ disableFileAccess: true, disableUrlAccess: true },
      signal: AbortSignal.timeout(sendMs),
    });
  };
}
