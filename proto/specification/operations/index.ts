import type { OperationsSpecification } from "../types.js";
import { supplyOperations } from "./supply.js";
import { webhooksOperations } from "./webhooks.js";

/** In the order of the verticals. */
export const operations: OperationsSpecification[] = [supplyOperations, webhooksOperations];
