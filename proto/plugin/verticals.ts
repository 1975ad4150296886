import type { DescFile } from "@bufbuild/protobuf";
import { type Vertical, verticals } from "../src/verticals.js";

/** The files of the verticals with the vertical of each, in the order of the verticals. */
export function inVerticals(files: readonly DescFile[]): { vertical: Vertical; file: DescFile }[] {
  return verticals.flatMap((vertical) =>
    files.filter((file) => file.proto.package === `tenantops.${vertical}.v1`).map((file) => ({ vertical, file })),
  );
}
