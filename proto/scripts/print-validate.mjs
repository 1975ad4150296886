// Prints buf/validate/validate.proto from the descriptor inside the installed @bufbuild/protovalidate: the package
// contains no .proto file, and this way compiler and runtime use the same rules. A descriptor contains no comments.
import { getOption } from "@bufbuild/protobuf";
import { FieldDescriptorProto_Label as Label, FieldDescriptorProto_Type as Type } from "@bufbuild/protobuf/wkt";
import { file_buf_validate_validate, predefined } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";

const file = file_buf_validate_validate.proto;

export function renderValidateProto() {
  return (
    [
      "// Printed by scripts/print-validate.mjs from the installed @bufbuild/protovalidate. Do not edit.",
      'syntax = "proto2";',
      `package ${file.package};`,
      ...file.dependency.map((path) => `import "${path}";`),
      ...file.extension.map((field) => `extend ${field.extendee} {\n${renderField(field)}\n}`),
      ...file.messageType.map(renderMessage),
      ...file.enumType.map(renderEnum),
    ].join("\n\n") + "\n"
  );
}

function renderMessage(type) {
  const fields = file_buf_validate_validate.messages.find((one) => one.name === type.name).fields;
  const readRules = (number) => readPredefinedRules(fields.find((field) => field.number === number));
  const lines = [];
  type.oneofDecl.forEach((oneof, index) => {
    const members = type.field.filter((field) => isInOneof(field) && field.oneofIndex === index);
    lines.push(
      `  oneof ${oneof.name} {`,
      ...members.map((field) => renderField(field, readRules(field.number))),
      "  }",
    );
  });
  for (const field of type.field.filter((one) => !isInOneof(one)))
    lines.push(renderField(field, readRules(field.number)));
  for (const range of type.extensionRange) lines.push(`  extensions ${range.start} to ${formatRangeEnd(range)};`);
  for (const range of type.reservedRange) lines.push(`  reserved ${range.start} to ${range.end - 1};`);
  if (type.reservedName.length > 0) lines.push(`  reserved ${type.reservedName.map(quote).join(", ")};`);
  return `message ${type.name} {\n${lines.join("\n")}\n}`;
}

function renderField(field, rules = []) {
  const label = isInOneof(field)
    ? ""
    : { [Label.OPTIONAL]: "optional ", [Label.REPEATED]: "repeated ", [Label.REQUIRED]: "required " }[field.label];
  const type = field.typeName === "" ? Type[field.type].toLowerCase() : field.typeName;
  const options = rules.length === 0 ? "" : ` [(buf.validate.predefined) = {cel: [${rules.join(", ")}]}]`;
  return `  ${label}${type} ${field.name} = ${field.number}${options};`;
}

function readPredefinedRules(field) {
  if (!field) return [];
  return getOption(field, predefined).cel.map(
    (rule) => `{id: ${quote(rule.id)}, message: ${quote(rule.message)}, expression: ${quote(rule.expression)}}`,
  );
}

function renderEnum(type) {
  const values = type.value.map((value) => `  ${value.name} = ${value.number};`);
  for (const range of type.reservedRange) values.push(`  reserved ${range.start} to ${range.end};`);
  if (type.reservedName.length > 0) values.push(`  reserved ${type.reservedName.map(quote).join(", ")};`);
  return `enum ${type.name} {\n${values.join("\n")}\n}`;
}

const isInOneof = (field) => Object.hasOwn(field, "oneofIndex");
const formatRangeEnd = (range) => (range.end === 536870912 ? "max" : range.end - 1);
const quote = (text) => JSON.stringify(text);

if (process.argv[1] === import.meta.filename) process.stdout.write(renderValidateProto());
