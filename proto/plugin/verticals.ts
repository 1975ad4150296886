import type { DescFile } from "@bufbuild/protobuf";
import { type Vertical, verticals } from "../src/verticals.js";

/** The files of the verticals with the vertical of each, in the order of the verticals. */
export function inVerticals(files: readonly DescFile[]): { vertical: Vertical; file: DescFile }[] {
  return verticals.flatMap((vertical) =>
    files.filter((file) => file.proto.package === `tenantops.${vertical}.v1`).map((file) => ({ vertical, file })),
  );
}

/** The files that may declare error codes: those of the verticals, and of the console, which has no tools. */
export function listErrorFiles(files: readonly DescFile[]): DescFile[] {
  const ofConsole = files.filter((file) => file.proto.package === "tenantops.console.v1");
  return [...inVerticals(files).map(({ file }) => file), ...ofConsole];
}
