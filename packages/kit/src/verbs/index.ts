export { defineBatchedVerb } from "./batched-verb.js";
export { type BoundVerb, defineVerb, type Verb, type VerbContext } from "./verb.js";
