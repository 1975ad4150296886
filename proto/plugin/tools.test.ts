import { expect, test } from "vitest";
import type { ToolPage } from "../src/catalog.js";
import { compileFlows } from "./compile.testing.js";
import { collectTools } from "./tools.js";

test("arguments are published under their proto names, fields of objects inside them under their JSON names", () => {
  const { inputSchema } = compilePage(`
    message Request {
      option (tenantops.tool.v1.sample) = '{"gift_list":[{"wheelText":"Cap"}]}';
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

test("defaults and constraints are in the schema", () => {
  const { properties } = compilePage(`
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
    tags: { type: "array", description: "Words.", uniqueItems: true, items: { type: "string", minLength: 1 } },
  });
});

test("the comment is the description: lines are joined, an empty line starts a paragraph", () => {
  expect(compilePage("message Request {}").description).toBe("Asks for something.\nSecond paragraph.");
});

test("a tool that writes must name its preview", () => {
  const rpc = `
    // Writes.
    rpc CreateThing(Request) returns (Answer) { option (tenantops.tool.v1.tool) = {name: "flows_create_thing"}; }`;
  expect(() => compilePages("message Request {}", rpc)).toThrow(
    "flows_create_thing writes; it must name the tool that previews it.",
  );
});

test("the annotations of a write that may be repeated say that it overwrites", () => {
  const pages = compilePages(
    `message Request {}
    message Preview {
      option (tenantops.tool.v1.replaces_nothing) = true;
      // Units.
      int32 quantity = 1 [(tenantops.tool.v1.measure) = "units"];
    }
    message Proposal {
      // The record.
      Preview preview = 1;
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
  expect(writer?.measure).toEqual({ in: "preview", field: "quantity", unit: "units" });
  expect(proposer?.outputSchema.properties).toHaveProperty("next_step");
});

function compilePage(messages: string): ToolPage {
  const [page] = compilePages(messages, "");
  if (!page) throw new Error("no page");
  return page;
}

/** The pages of an area that has one reading tool and what the test adds. */
function compilePages(messages: string, rpcs: string): ToolPage[] {
  const files = compileFlows(`
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
    ${messages}`);
  return collectTools(files).map((tool) => tool.page);
}
