import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventsPage } from "./events/events-page.js";
import { newSecret } from "./security/secrets.js";
import { signedHeaders } from "./security/signing.js";

const docs = join(import.meta.dirname, "../../../docs");
const page = readFileSync(join(docs, "webhooks.md"), "utf8");

function example(language: string, about = ""): string {
  const found = [...page.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, "g"))];
  const fitting = found.find(([, code]) => code?.includes(about))?.[1];
  if (!fitting) throw new Error(`docs/webhooks.md has no example in ${language}`);
  return fitting;
}

function has(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const body = JSON.stringify({ id: "evt_1", type: "spin.completed", data: { name: "Señor Ñ" } });
const [secret, other] = [newSecret(), newSecret()];
const headers = signedHeaders([secret, other], "evt_1", Buffer.from(body), new Date());

describe("docs/webhooks.md", () => {
  test("verifies in Node as it says", async () => {
    const file = join(import.meta.dirname, `../.example-${process.pid}.mjs`);
    writeFileSync(
      file,
      `${example("js")}\nconst [body, headers, secret] = process.argv.slice(2);\nprocess.stdout.write(eventFrom(body, JSON.parse(headers), secret).id);\n`,
    );
    try {
      const verify = (sent: string) =>
        execFileSync(process.execPath, [file, sent, JSON.stringify(headers), secret], {
          encoding: "utf8",
          stdio: ["ignore", "pipe", "ignore"],
        });
      expect(verify(body)).toBe("evt_1");
      expect(() => verify(`${body} `)).toThrow("failed");
    } finally {
      execFileSync("rm", [file]);
    }
  });

  test.skipIf(!has("python3", "--version"))("verifies in Python as it says", () => {
    const program = `${example("python")}\nimport sys\nprint(event_from(sys.argv[1].encode(), json.loads(sys.argv[2]), sys.argv[3])["id"])`;
    const verify = (sent: string, key: string) =>
      execFileSync("python3", ["-c", program, sent, JSON.stringify(headers), key], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
    expect(verify(body, secret)).toBe("evt_1");
    expect(verify(body, other)).toBe("evt_1");
    expect(() => verify(`${body} `, secret)).toThrow("failed");
  });

  test.skipIf(!has("openssl", "version"))("verifies by hand as it says", () => {
    const cwd = mkdtempSync(join(tmpdir(), "webhook-docs-"));
    writeFileSync(join(cwd, "body.json"), body);
    const env = { ...process.env, SECRET: secret, ID: "evt_1", TIMESTAMP: headers["webhook-timestamp"] };
    const printed = execFileSync("sh", ["-c", example("sh", "openssl")], { cwd, env, encoding: "utf8" }).trim();
    expect(headers["webhook-signature"]?.split(" ")).toContain(printed);
  });
});

test("docs/events.md is what the catalogue says", async () => {
  await expect(eventsPage()).toMatchFileSnapshot(join(docs, "events.md"));
});
