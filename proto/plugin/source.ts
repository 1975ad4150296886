import type { DescExtension, DescField, DescFile, DescMessage, DescMethod } from "@bufbuild/protobuf";
import { getComments } from "@bufbuild/protoplugin";

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
