import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { createValidator } from "@bufbuild/protovalidate";
import { ProblemList } from "../../errors/problems.js";
import { findLengthProblems } from "./lengths.js";
import { describeViolation, formatViolationPath } from "./violations.js";

const validator = createValidator();

/**
 * Checks a message against the constraints in its `.proto` file: lengths first, and everything else only when they are right.
 * @throws Refusal invalid_argument that names every violated field, up to 20
 */
export function validate<Schema extends DescMessage>(schema: Schema, message: MessageShape<Schema>): void {
  const problems = new ProblemList();
  findLengthProblems(schema, message, problems);
  if (problems.isEmpty) findViolations(schema, message, problems);
  problems.throwIfAny();
}

/**
 * Adds the violated constraints, except those of fields that already have a problem.
 * @param message whose lengths are right: this validates every entry of every list
 */
export function findViolations<Schema extends DescMessage>(
  schema: Schema,
  message: MessageShape<Schema>,
  problems: ProblemList,
): void {
  const result = validator.validate(schema, message);
  if (result.kind === "valid") return;
  if (result.kind === "error") throw result.error;
  for (const violation of result.violations) {
    if (problems.isFull) return;
    const path = formatViolationPath(violation);
    if (!problems.covers(path)) problems.add(path, describeViolation(violation));
  }
}
