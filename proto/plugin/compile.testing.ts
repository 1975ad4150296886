import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileRegistry, type DescFile, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

const root = join(import.meta.dirname, "..");

/** Compiles one file of the area flows with the real options and the real rules. */
export function compileFlows(body: string, name = "flows"): DescFile[] {
  const scratch = mkdtempSync(join(tmpdir(), "tenant-ops-plugin-"));
  try {
    for (const path of ["buf", ...["tool", "event", "error"].map((option) => `tenantops/${option}`)])
      cpSync(join(root, path), join(scratch, path), { recursive: true });
    mkdirSync(join(scratch, "tenantops/flows/v1"), { recursive: true });
    writeFileSync(join(scratch, `tenantops/flows/v1/${name}.proto`), `${header}${body}`);
    const arguments_ = ["build", "--as-file-descriptor-set", "-o", "-"];
    const set = execFileSync(join(root, "../node_modules/.bin/buf"), arguments_, { cwd: scratch });
    return [...createFileRegistry(fromBinary(FileDescriptorSetSchema, set)).files];
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

const header = `edition = "2023";
package tenantops.flows.v1;
import "buf/validate/validate.proto";
import "tenantops/error/v1/error.proto";
import "tenantops/event/v1/event.proto";
import "tenantops/tool/v1/prompt.proto";
import "tenantops/tool/v1/tool.proto";
`;

/** The number of the line with this text in the compiled file. */
export function findLine(body: string, text: string): number {
  return `${header}${body}`.split("\n").findIndex((line) => line.includes(text)) + 1;
}
