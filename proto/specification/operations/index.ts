import type { OperationsSpecification } from "../types.js";
import { supplyOperations } from "./supply.js";

/** In the order of the verticals. */
export const operations: OperationsSpecification[] = [supplyOperations];
