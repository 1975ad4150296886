import type { DescMethodUnary } from "@bufbuild/protobuf";
import type { CatalogTool, ToolPage } from "./catalog.js";

/** @param page as the plugin wrote it: TypeScript reads its texts as `string`, and not as the values of `ToolPage` */
export const toCatalogTool = (page: unknown, method: DescMethodUnary): CatalogTool => ({
  ...(page as ToolPage),
  method,
});
