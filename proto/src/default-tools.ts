import { tools } from "../gen/catalog.js";
import type { CatalogTool } from "./catalog.js";

/** The tools that every caller gets without requesting a toolset: those of the service specification. */
export const defaultTools: readonly CatalogTool[] = tools.filter(({ toolset }) => toolset === undefined);
