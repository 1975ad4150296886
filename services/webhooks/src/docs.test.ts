import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSignatureHeaders, generateSigningSecret } from "@tenant-ops/kit/egress";
import { describe, expect, test } from "vitest";
import { renderEventsPage } from "./events/events-page.js";

const docs = join(import.meta.dirname, "../../../docs");
const page = readFileSync(join(docs, "webhooks.md"), "utf8");

function findExample(language: string, about = ""): string {
  const found = [...page.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, "g"))];
  const matching = found.find(([, code]) => code?.includes(about))?.[1];
  if (!matching) throw new Error(`docs/webhooks.md has no example in ${language}`);
  return matching;
}

function isInstalled(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const body = JSON.stringify({ id: "evt_1", type: "spin.completed", data: { name: "Señor Ñ" } });
const [secret, other] = [generateSigningSecret(), generateSigningSecret()];
const headers = createSignatureHeaders([secret, other], "evt_1", Buffer.from(body), new Date());

describe("docs/webhooks.md", () => {
  test("has a Node example that verifies", async () => {
    const file = join(import.meta.dirname, `../.example-${process.pid}.mjs`);
    writeFileSync(
      file,
      `${findExample("js")}\nconst [body, headers, secret] = process.argv.slice(2);\nprocess.stdout.write(eventFrom(body, JSON.parse(headers), secret).id);\n`,
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

  test.skipIf(!isInstalled("python3", "--version"))("has a Python example that verifies", () => {
    const program = `${findExample("python")}\nimport sys\nprint(event_from(sys.argv[1].encode(), json.loads(sys.argv[2]), sys.argv[3])["id"])`;
    const verify = (sent: string, key: string) =>
      execFileSync("python3", ["-c", program, sent, JSON.stringify(headers), key], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
    expect(verify(body, secret)).toBe("evt_1");
    expect(verify(body, other)).toBe("evt_1");
    expect(() => verify(`${body} `, secret)).toThrow("failed");
  });

  test.skipIf(!isInstalled("openssl", "version"))("has a shell example that verifies", () => {
    const cwd = mkdtempSync(join(tmpdir(), "webhook-docs-"));
    writeFileSync(join(cwd, "body.json"), body);
    const env = { ...process.env, SECRET: secret, ID: "evt_1", TIMESTAMP: headers["webhook-timestamp"] };
    const printed = execFileSync("sh", ["-c", findExample("sh", "openssl")], { cwd, env, encoding: "utf8" }).trim();
    expect(headers["webhook-signature"]?.split(" ")).toContain(printed);
  });
});

test("docs/events.md is up to date with the catalogue", async () => {
  await expect(renderEventsPage()).toMatchFileSnapshot(join(docs, "events.md"));
});
