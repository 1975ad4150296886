import type { OperationsSpecification } from "../types.js";
import { learningOperations } from "./learning.js";
import { rouletteOperations } from "./roulettes.js";
import { supplyOperations } from "./supply.js";
import { webhooksOperations } from "./webhooks.js";

/** In the order of the areas. */
export const operations: OperationsSpecification[] = [
  supplyOperations,
  rouletteOperations,
  learningOperations,
  webhooksOperations,
];
