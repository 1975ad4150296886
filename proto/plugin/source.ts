import type { DescExtension, DescField, DescFile, DescMessage, DescMethod } from "@bufbuild/protobuf";
import { getComments } from "@bufbuild/protoplugin";
import { type Area, areas, type EventArea } from "../src/areas.js";

type Declaration = DescFile | DescMessage | DescField | DescMethod;

/** Field number of `options` in the descriptor of each kind of declaration: descriptor.proto. */
const optionsNumber = { file: 8, message: 7, field: 8, rpc: 4 };

/** A mistake in a .proto file, with the place of the declaration: `proto/tenantops/supply/v1/supply.proto:12: <sentence>`. */
export function contractError(declaration: Declaration, sentence: string): Error {
  return new Error(`${formatPlace(declaration, pathOf(declaration))}: ${sentence}`);
}

/** The same for an option. `index` is its place among repeated ones. */
export function optionError(declaration: Declaration, option: DescExtension, sentence: string, index?: number): Error {
  const path = [...pathOf(declaration), optionsNumber[declaration.kind], option.number];
  return new Error(
    `${formatPlace(declaration, index === undefined ? path : [...path, index], pathOf(declaration))}: ${sentence}`,
  );
}

const pathOf = (declaration: Declaration): readonly number[] =>
  declaration.kind === "file" ? [] : getComments(declaration).sourcePath;

/** The line of the first of these paths that the compiler has written down. */
function formatPlace(declaration: Declaration, ...paths: (readonly number[])[]): string {
  const file = declaration.kind === "file" ? declaration : fileOf(declaration);
  const locations = file.proto.sourceCodeInfo?.location ?? [];
  const location = paths
    .map((path) => locations.find((one) => path.every((step, depth) => one.path[depth] === step)))
    .find((one) => one !== undefined);
  return `proto/${file.proto.name}:${(location?.span[0] ?? 0) + 1}`;
}

function fileOf(declaration: DescMessage | DescField | DescMethod): DescFile {
  return declaration.kind === "message" ? declaration.file : declaration.parent.file;
}

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

/** The files of the areas with the area of each, in the order of the areas. */
export function inAreas(files: readonly DescFile[]): { area: Area; file: DescFile }[] {
  return areas.flatMap((area) =>
    files.filter((file) => file.proto.package === `tenantops.${area}.v1`).map((file) => ({ area, file })),
  );
}

/** The files of the areas with the area of each, and those of approvals: an area without tools. */
export function withEvents(files: readonly DescFile[]): { area: EventArea; file: DescFile }[] {
  return [...inAreas(files), ...inPackage(files, "approvals").map((file) => ({ area: "approvals" as const, file }))];
}

/** The files that may declare error codes: those of the areas, and of services without tools. */
export function listErrorFiles(files: readonly DescFile[]): DescFile[] {
  return [
    ...inAreas(files).map(({ file }) => file),
    ...["console", "approvals"].flatMap((name) => inPackage(files, name)),
  ];
}

const inPackage = (files: readonly DescFile[], name: string) =>
  files.filter((file) => file.proto.package === `tenantops.${name}.v1`);
