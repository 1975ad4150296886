import { SMTPServer, type SMTPServerSession } from "smtp-server";

export interface ReceivedMail {
  /** The recipients of the envelope. */
  to: string[];
  /** As it was sent, and with its text decoded. */
  source: string;
  text: string;
}

/** What the server does with a recipient. `hang`: it takes the mail and never answers. */
export type Answer = "accept" | "later" | "never" | "hang";

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** How often a recipient or a mail was not accepted. */
  turnedAway: number;
  answer: Answer;
  listTo(address: string): ReceivedMail[];
  close(): Promise<void>;
}

const refuse = (responseCode: number) => Object.assign(new Error("not this time"), { responseCode });

/** A real SMTP server on this machine. */
export async function startMailServer(): Promise<MailServer> {
  const listRecipients = ({ envelope }: SMTPServerSession) => envelope.rcptTo.map(({ address }) => address);
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo(_address, _session, done) {
      if (state.answer === "accept" || state.answer === "hang") return done();
      state.turnedAway += 1;
      return done(refuse(state.answer === "later" ? 451 : 550));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        if (state.answer === "hang") {
          state.turnedAway += 1;
          return;
        }
        const source = Buffer.concat(parts).toString("utf8");
        state.mails.push({ to: listRecipients(session), source, text: decode(source) });
        done();
      });
    },
  });
  // A client that was killed, or has given up.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  const state: MailServer = {
    ...{ url: `smtp://127.0.0.1:${port}`, mails: [], turnedAway: 0, answer: "accept" },
    listTo: (address) => state.mails.filter(({ to }) => to.includes(address)),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return state;
}

/** Quoted-printable, of UTF-8. */
const decode = (source: string): string =>
  Buffer.from(
    source
      .replaceAll("=\r\n", "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  ).toString("utf8");
