import type { DescFile } from "@bufbuild/protobuf";
import { type Area, areas } from "../src/areas.js";

/** The files of the areas with the area of each, in the order of the areas. */
export function inAreas(files: readonly DescFile[]): { area: Area; file: DescFile }[] {
  return areas.flatMap((area) =>
    files.filter((file) => file.proto.package === `tenantops.${area}.v1`).map((file) => ({ area, file })),
  );
}

/** The files that may declare error codes: those of the areas, and of the console, which has no tools. */
export function listErrorFiles(files: readonly DescFile[]): DescFile[] {
  const ofConsole = files.filter((file) => file.proto.package === "tenantops.console.v1");
  return [...inAreas(files).map(({ file }) => file), ...ofConsole];
}
