export type { Annotations, CatalogTool, FieldDoc, JsonSchema, MessageDoc, ObjectSchema, ToolPage } from "./catalog.js";
export { publishTool, type PublishedTool } from "./publish.js";
export { type Area, areas, type Toolset, toolsets, toolsetWords } from "./areas.js";
export { tools } from "../gen/catalog.js";
export { defaultTools } from "./default-tools.js";
export { fieldDocs } from "../gen/field-docs.js";
