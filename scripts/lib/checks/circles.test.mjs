import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findCircles } from "./circles.mjs";

const folder = await mkdtemp(join(tmpdir(), "circles-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a circle is reported whether its files import types, values, or each other with import()", async () => {
  const files = {
    "a.ts": 'import type { B } from "./b.js";\nexport const loadA = () => 1;\n',
    "b.ts": 'export type B = string;\nexport const load = () => import("./a.js");\n',
    "c.ts": 'export type C = import("./d.js").D;\n',
    "d.tsx": 'import {\n  type C,\n} from "./c.js";\nexport type D = C;\n',
    "e.mjs": 'import "./a.js";\n// import("./e.mjs") in a comment is none\nexport * from "./f.mjs";\n',
    "f.mjs": "export const f = 1;\n",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  execFileSync("git", ["init", "-q"], { cwd: folder });
  execFileSync("git", ["add", "."], { cwd: folder });
  expect(await findCircles(folder)).toEqual(["a.ts → b.ts → a.ts", "c.ts → d.tsx → c.ts"]);
});
