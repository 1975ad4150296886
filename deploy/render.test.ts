import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { describe, expect, test } from "vitest";
import { render } from "./checks/render.js";
import { kindOf, type Manifest, nameOf } from "./checks/values.js";

const folders = ["base", "overlays/demo", "overlays/production"].map((name) =>
  join(import.meta.dirname, "kubernetes", name),
);

describe.skipIf(!hasKustomize())("our renderer (compared where a kubectl with components is)", () => {
  test.each(folders)("gives the objects that kubectl kustomize gives for %s", (folder) => {
    const text = execFileSync("kubectl", ["kustomize", folder], { encoding: "utf8" });
    const theirs = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    const ours = render(folder);
    expect(Object.keys(byTitle(ours)).sort()).toEqual(Object.keys(byTitle(theirs)).sort());
    expect(byTitle(ours)).toEqual(byTitle(theirs));
  });
});

const byTitle = (objects: Manifest[]) =>
  Object.fromEntries(objects.map((object) => [`${kindOf(object)}/${nameOf(object)}`, object]));

function hasKustomize(): boolean {
  try {
    const version = execFileSync("kubectl", ["version", "--client"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return /Kustomize Version: v[5-9]/.test(version);
  } catch {
    return false;
  }
}
