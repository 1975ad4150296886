import type { DescFile } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { compileFlows, findLine } from "./compile.testing.js";
import { collectErrors } from "./errors.js";
import { collectEvents } from "./events.js";
import { collectPrompts } from "./prompts.js";
import { collectTools } from "./tools.js";

const readTool = `
service FlowsService {
  // Reads.
  rpc GetThing(Request) returns (Answer) {
    option idempotency_level = NO_SIDE_EFFECTS;
    option (tenantops.tool.v1.tool) = {name: "flows_get_thing"};
  }
}
message Answer {}
`;
const request = (field: string) => `${readTool}message Request {\n${field}\n}\n`;
const tool = (rpc: string) => `service FlowsService {\n${rpc}\n}\nmessage Request {}\nmessage Answer {}\n`;
/** A tool that writes, and its preview. */
const pair = (preview: string) =>
  `${tool(`// P.\nrpc P(Request) returns (Proposal) { option idempotency_level = NO_SIDE_EFFECTS; option (tenantops.tool.v1.tool) = {name: "flows_p"}; }
// W.\nrpc W(Request) returns (Answer) { option (tenantops.tool.v1.tool) = {name: "flows_w" preview: "flows_p"}; }`)}${preview}
message Proposal {
  // What.
  Preview preview = 1;
  // Checks.
  repeated Answer checks = 2;
  // Warnings.
  repeated string warnings = 3;
}
`;
const event = (body: string, option = `{type: "flow.made" description: "Made." sample: "{}"}`) =>
  `message FlowMade {\n  option (tenantops.event.v1.webhook) = ${option};\n${body}\n}\n`;
const error = (fields: string) => `option (tenantops.error.v1.error) = {${fields}};\n`;

const collectAll = (files: DescFile[]) => {
  const tools = collectTools(files);
  return [tools, collectEvents(files), collectErrors(files), collectPrompts(files, tools)];
};

// What is wrong, the file, a text in the line that the message has to name, and the sentence.
test.each<[string, string, string, string | RegExp]>([
  ["a parameter without a comment", request("string silent = 1;"), "silent", "silent has no comment"],
  ["a number that JSON cannot carry", request("// Big.\nint64 big = 1;"), "int64", "not a plain JSON value"],
  [
    "a rule that JSON Schema has no keyword for",
    request('// Text.\nstring text = 1 [(buf.validate.field).string.not_contains = "x"];'),
    "not_contains",
    "StringRules.not_contains",
  ],
  ["a message that contains itself", request("// Again.\nRequest again = 1;"), "message Request", "contains itself"],
  [
    "a tool without a comment",
    tool('rpc GetThing(Request) returns (Answer) { option (tenantops.tool.v1.tool) = {name: "flows_get_thing"}; }'),
    "rpc GetThing",
    "GetThing has no comment",
  ],
  [
    "a tool named after another area",
    tool('// A.\nrpc Get(Request) returns (Answer) {\noption (tenantops.tool.v1.tool) = {name: "supply_get"};\n}'),
    "supply_get",
    "begin with flows_",
  ],
  [
    "a tool that writes without a preview",
    tool('// A.\nrpc Create(Request) returns (Answer) {\noption (tenantops.tool.v1.tool) = {name: "flows_create"};\n}'),
    "flows_create",
    "it must name the tool that previews it",
  ],
  [
    "a tool of an unknown toolset",
    tool(
      '// A.\nrpc Get(Request) returns (Answer) {\noption (tenantops.tool.v1.tool) = {name: "flows_get" toolset: "x"};\n}',
    ),
    "flows_get",
    "x is no toolset; known are operations",
  ],
  [
    "a tool that writes and its preview in different toolsets",
    tool(
      `// P.\nrpc P(Request) returns (Answer) { option idempotency_level = NO_SIDE_EFFECTS; option (tenantops.tool.v1.tool) = {name: "flows_p"}; }
// W.\nrpc W(Request) returns (Answer) { option (tenantops.tool.v1.tool) = {name: "flows_w" preview: "flows_p" toolset: "operations"}; }`,
    ),
    "flows_w",
    "flows_w and flows_p must be in the same toolset",
  ],
  [
    "a preview that does not say what its write replaces",
    pair("message Preview { option (tenantops.tool.v1.measures_nothing) = true; }"),
    "message Preview",
    "Preview marks a field as material, or has the option replaces_nothing",
  ],
  [
    "a preview that does not say what rules can measure",
    pair("message Preview { option (tenantops.tool.v1.replaces_nothing) = true; }"),
    "message Preview",
    "Preview marks a number as measure, or has the option measures_nothing",
  ],
  [
    "a required parameter without a sample",
    request("// Name.\nstring name = 1 [(buf.validate.field).required = true];"),
    "message Request",
    "The sample of Request lacks name",
  ],
  [
    "a sample with an unknown argument",
    request(`option (tenantops.tool.v1.sample) = '{"x":1}';`),
    "v1.sample",
    "has x, which is no argument",
  ],
  [
    "a sample that breaks a rule",
    request(`option (tenantops.tool.v1.sample) = '{"n":0}';\n// N.\nint32 n = 1 [(buf.validate.field).int32.gte = 1];`),
    "v1.sample",
    /The sample of Request is not valid: .*n/,
  ],
  ["a sample that is not JSON", request("option (tenantops.tool.v1.sample) = '{';"), "v1.sample", "is not JSON"],
  [
    "a public field of an internal event",
    "message Inside {\n  string x = 1 [(tenantops.event.v1.public) = {}];\n}",
    "string x",
    "x is public, but Inside is no webhook event",
  ],
  ["an event without a description", event("", '{type: "flow.made" sample: "{}"}'), "flow.made", "has no description"],
  ["an event type of another form", event("", '{type: "FlowMade"}'), 'FlowMade"', "no event type"],
  [
    "a public field that is a message",
    event("FlowMade again = 1 [(tenantops.event.v1.public) = {}];"),
    "again",
    "plain values only",
  ],
  [
    "an error code that is declared twice",
    error('code: "a_b" status: 404 meaning: "A." remedy: "B."') + error('code: "a_b" status: 409'),
    "409",
    "a_b is declared twice",
  ],
  ["an error code without a remedy", error('code: "a_b" status: 404 meaning: "A."'), "a_b", "a meaning and a remedy"],
  [
    "a prompt with an unknown tool",
    'option (tenantops.tool.v1.prompt) = {name: "p" tools: ["flows_none"]};\n',
    "flows_none",
    "uses the unknown flows_none",
  ],
])("%s is refused with file and line", (_what, body, place, sentence) => {
  const line = findLine(body, place);
  expect(line).toBeGreaterThan(0);
  const files = compileFlows(body);
  expect(() => collectAll(files)).toThrow(sentence);
  expect(() => collectAll(files)).toThrow(`proto/tenantops/flows/v1/flows.proto:${line}: `);
});
