import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import type { ToolPage } from "../src/catalog.js";
import { collectTools } from "./tools.js";

test("arguments go by their proto names, objects inside them by their JSON names", () => {
  const { inputSchema } = thePage(`
    message Request {
      // What can be won.
      repeated Gift gift_list = 1 [(buf.validate.field) = {required: true, repeated: {min_items: 1, max_items: 9}}];
    }
    message Gift {
      // Shown on the wheel.
      string wheel_text = 1 [(buf.validate.field).required = true];
      // A roulette item.
      string item_id = 2 [json_name = "item_id"];
    }`);
  expect(inputSchema).toEqual({
    type: "object",
    properties: {
      gift_list: {
        type: "array",
        description: "What can be won.",
        minItems: 1,
        maxItems: 9,
        items: {
          type: "object",
          properties: {
            wheelText: { type: "string", description: "Shown on the wheel." },
            item_id: { type: "string", description: "A roulette item." },
          },
          required: ["wheelText"],
          additionalProperties: false,
        },
      },
    },
    required: ["gift_list"],
    additionalProperties: false,
  });
});

test("defaults and constraints stand in the schema", () => {
  const { properties } = thePage(`
    message Request {
      // Empty by default.
      string note = 1 [default = ""];
      // Absent has a meaning of its own.
      string title = 2;
      // Weight.
      double weight = 3 [default = 0, (buf.validate.field).double = {gt: 0, lt: 1}];
      // Off.
      bool is_active = 4 [default = false];
      // Unit.
      string unit = 5 [(buf.validate.field).string = {in: ["hours", "days"]}];
      // Words.
      repeated string tags = 6 [(buf.validate.field).repeated = {unique: true, items: {string: {min_len: 1}}}];
    }`).inputSchema;
  expect(properties).toEqual({
    note: { type: "string", description: "Empty by default.", default: "" },
    title: { type: "string", description: "Absent has a meaning of its own." },
    weight: { type: "number", description: "Weight.", exclusiveMinimum: 0, exclusiveMaximum: 1, default: 0 },
    is_active: { type: "boolean", description: "Off.", default: false },
    unit: { type: "string", description: "Unit.", enum: ["hours", "days"] },
    tags: { type: "array", description: "Words.", uniqueItems: true, items: { type: "string" } },
  });
});

test("the comment is the description: lines are joined, an empty line starts a paragraph", () => {
  expect(thePage("message Request {}").description).toBe("Asks for something.\nSecond paragraph.");
});

test.each([
  ["a parameter without a comment", "string silent = 1;", "agents read it as the description"],
  ["a number that JSON cannot carry", "// Big.\n int64 big = 1;", "not a plain JSON value"],
  [
    "a rule that JSON Schema has no word for",
    '// Text.\n string text = 1 [(buf.validate.field).string.not_contains = "x"];',
    "StringRules.not_contains",
  ],
  ["a message that contains itself", "// Again.\n Request again = 1;", "contains itself"],
])("%s is refused", (_what, field, complaint) => {
  expect(() => thePage(`message Request {\n ${field}\n}`)).toThrow(complaint);
});

test("a tool that writes must name its preview", () => {
  const rpc = `
    // Writes.
    rpc CreateThing(Request) returns (Answer) { option (tenantops.tool.v1.tool) = {name: "flows_create_thing"}; }`;
  expect(() => pagesOf("message Request {}", rpc)).toThrow(
    "flows_create_thing writes; it must name the tool that previews it.",
  );
});

test("a write that may be repeated is said to overwrite", () => {
  const pages = pagesOf(
    `message Request {}
    message Proposal {
      // The record.
      Answer preview = 1;
      // Checks.
      repeated Answer checks = 2;
      // Warnings.
      repeated string warnings = 3;
    }`,
    `
    // Previews.
    rpc ProposeUpdate(Request) returns (Proposal) {
      option idempotency_level = NO_SIDE_EFFECTS;
      option (tenantops.tool.v1.tool) = {name: "flows_propose_update"};
    }
    // Writes.
    rpc ApproveUpdate(Request) returns (Answer) {
      option idempotency_level = IDEMPOTENT;
      option (tenantops.tool.v1.tool) = {name: "flows_approve_update" preview: "flows_propose_update"};
    }`,
  );
  const [proposer, writer] = pages.slice(1);
  expect(writer?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
  expect(writer?.inputSchema.properties).toHaveProperty("proposal_token");
  expect(proposer?.writer).toBe("flows_approve_update");
  expect(proposer?.outputSchema.properties).toHaveProperty("next_step");
});

function thePage(messages: string): ToolPage {
  const [page] = pagesOf(messages, "");
  if (!page) throw new Error("no page");
  return page;
}

/** Compiles a vertical that has one reading tool and whatever the test adds. */
function pagesOf(messages: string, rpcs: string): ToolPage[] {
  const proto = `
    edition = "2023";
    package tenantops.flows.v1;
    import "buf/validate/validate.proto";
    import "tenantops/tool/v1/tool.proto";
    service FlowsService {
      // Asks for
      // something.
      //
      // Second paragraph.
      rpc GetThing(Request) returns (Answer) {
        option idempotency_level = NO_SIDE_EFFECTS;
        option (tenantops.tool.v1.tool) = {name: "flows_get_thing"};
      }
      ${rpcs}
    }
    message Answer {}
    ${messages}`;
  return collectTools([...compile(proto)]).map((tool) => tool.page);
}

function compile(proto: string) {
  const root = join(import.meta.dirname, "..");
  const scratch = mkdtempSync(join(tmpdir(), "tenant-ops-plugin-"));
  try {
    // The snippet sees the real tool option and the real rules.
    for (const path of ["buf", "tenantops/tool"]) cpSync(join(root, path), join(scratch, path), { recursive: true });
    mkdirSync(join(scratch, "tenantops/flows/v1"), { recursive: true });
    writeFileSync(join(scratch, "tenantops/flows/v1/flows.proto"), proto);
    const set = execFileSync(join(root, "../node_modules/.bin/buf"), ["build", "--as-file-descriptor-set", "-o", "-"], {
      cwd: scratch,
    });
    return createFileRegistry(fromBinary(FileDescriptorSetSchema, set)).files;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
