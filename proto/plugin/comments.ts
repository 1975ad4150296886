import type { DescField, DescMessage, DescMethod } from "@bufbuild/protobuf";
import { getComments } from "@bufbuild/protoplugin";
import { contractError } from "./source.js";

/** The comment above a declaration as running text; an empty comment line starts a new paragraph. */
export function readComment(declaration: DescField | DescMessage | DescMethod): string {
  const comment = getComments(declaration).leading ?? "";
  return comment
    .split(/\n[ \t]*\n/)
    .map((paragraph) =>
      paragraph
        .split("\n")
        .map((line) => line.trim())
        .join(" ")
        .trim(),
    )
    .join("\n")
    .trim();
}

/**
 * The same, for what agents read.
 * @throws Error when there is no comment
 */
export function readDescription(declaration: DescField | DescMethod): string {
  const comment = readComment(declaration);
  if (comment === "")
    throw contractError(declaration, `${declaration.name} has no comment; agents read it as the description.`);
  return comment;
}
