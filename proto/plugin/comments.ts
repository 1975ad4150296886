import type { DescField, DescMessage, DescMethod } from "@bufbuild/protobuf";
import { getComments } from "@bufbuild/protoplugin";

/** The comment above a declaration as running text; an empty comment line starts a new paragraph. */
export function commentOf(desc: DescField | DescMessage | DescMethod): string {
  const comment = getComments(desc).leading ?? "";
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

/** As above, for what agents read: nothing there may be left unexplained. */
export function descriptionOf(desc: DescField | DescMethod): string {
  const comment = commentOf(desc);
  if (comment === "") throw new Error(`${desc.toString()} has no comment; agents read it as the description.`);
  return comment;
}
