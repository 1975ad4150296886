export { defineBatchedVerb } from "./batched-verb.js";
export { type BoundVerb, defineVerb, type OwnVerb, type Verb, type VerbContext, type VerbSteps } from "./verb.js";
