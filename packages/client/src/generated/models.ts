// Written by `npm run generate` from rest/openapi.json. Do not edit.
import type { components } from "./schema.js";

export type Stock = components["schemas"]["Stock"];
