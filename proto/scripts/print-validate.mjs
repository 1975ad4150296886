// Prints buf/validate/validate.proto from the descriptor inside the installed @bufbuild/protovalidate.
// The package ships no .proto and no registry for it is reachable. Printing what the runtime itself uses
// makes compiler and runtime agree by construction. Comments are not part of a descriptor.
import { getOption } from "@bufbuild/protobuf";
import { FieldDescriptorProto_Label as Label, FieldDescriptorProto_Type as Type } from "@bufbuild/protobuf/wkt";
import { file_buf_validate_validate, predefined } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";

const file = file_buf_validate_validate.proto;

export function validateProto() {
  return (
    [
      "// Printed by scripts/print-validate.mjs from the installed @bufbuild/protovalidate. Do not edit.",
      'syntax = "proto2";',
      `package ${file.package};`,
      ...file.dependency.map((path) => `import "${path}";`),
      ...file.extension.map((field) => `extend ${field.extendee} {\n${declaration(field)}\n}`),
      ...file.messageType.map(message),
      ...file.enumType.map(enumeration),
    ].join("\n\n") + "\n"
  );
}

function message(type) {
  const fields = file_buf_validate_validate.messages.find((one) => one.name === type.name).fields;
  const rulesOf = (number) => predefinedRules(fields.find((field) => field.number === number));
  const lines = [];
  type.oneofDecl.forEach((oneof, index) => {
    const members = type.field.filter((field) => inOneof(field) && field.oneofIndex === index);
    lines.push(`  oneof ${oneof.name} {`, ...members.map((field) => declaration(field, rulesOf(field.number))), "  }");
  });
  for (const field of type.field.filter((one) => !inOneof(one))) lines.push(declaration(field, rulesOf(field.number)));
  for (const range of type.extensionRange) lines.push(`  extensions ${range.start} to ${lastOf(range)};`);
  for (const range of type.reservedRange) lines.push(`  reserved ${range.start} to ${range.end - 1};`);
  if (type.reservedName.length > 0) lines.push(`  reserved ${type.reservedName.map(quoted).join(", ")};`);
  return `message ${type.name} {\n${lines.join("\n")}\n}`;
}

function declaration(field, rules = []) {
  const label = inOneof(field)
    ? ""
    : { [Label.OPTIONAL]: "optional ", [Label.REPEATED]: "repeated ", [Label.REQUIRED]: "required " }[field.label];
  const type = field.typeName === "" ? Type[field.type].toLowerCase() : field.typeName;
  const options = rules.length === 0 ? "" : ` [(buf.validate.predefined) = {cel: [${rules.join(", ")}]}]`;
  return `  ${label}${type} ${field.name} = ${field.number}${options};`;
}

function predefinedRules(field) {
  if (!field) return [];
  return getOption(field, predefined).cel.map(
    (rule) => `{id: ${quoted(rule.id)}, message: ${quoted(rule.message)}, expression: ${quoted(rule.expression)}}`,
  );
}

function enumeration(type) {
  const values = type.value.map((value) => `  ${value.name} = ${value.number};`);
  for (const range of type.reservedRange) values.push(`  reserved ${range.start} to ${range.end};`);
  if (type.reservedName.length > 0) values.push(`  reserved ${type.reservedName.map(quoted).join(", ")};`);
  return `enum ${type.name} {\n${values.join("\n")}\n}`;
}

const inOneof = (field) => Object.hasOwn(field, "oneofIndex");
const lastOf = (range) => (range.end === 536870912 ? "max" : range.end - 1);
const quoted = (text) => JSON.stringify(text);

if (process.argv[1] === import.meta.filename) process.stdout.write(validateProto());
