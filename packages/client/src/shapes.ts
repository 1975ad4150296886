// The types of inputs and replies, taken from the generated types of the document.
import type { operations } from "./generated/schema.js";

type Id = keyof operations;
/** Shows the fields in an editor instead of an intersection. */
type Flat<T> = { [Name in keyof T]: T[Name] };
/** `Flat` for each member of a union. */
type FlatEach<T> = T extends unknown ? Flat<T> : never;

type Parameters<Op extends Id, Place extends "path" | "query"> = operations[Op] extends {
  parameters: { [P in Place]?: infer Fields };
}
  ? [Fields & {}] extends [never]
    ? unknown
    : Fields & {}
  : unknown;
type Body<Op extends Id> = operations[Op] extends { requestBody?: { content: { "application/json": infer Fields } } }
  ? Fields
  : unknown;

/** Everything that an operation takes, in one object: the ids of the path, the query, and the fields of the body. */
export type Input<Op extends Id> = FlatEach<Parameters<Op, "path"> & Parameters<Op, "query"> & Body<Op>>;

type Content<Answer> = Answer extends { content: { "application/json": infer Fields } } ? Fields : void;

/** The answer of an operation. */
export type Reply<Op extends Id> = Content<operations[Op]["responses"][keyof operations[Op]["responses"]]>;

/** An item of a list. */
export type Item<Op extends Id> =
  Reply<Op> extends { items: (infer One)[] } ? One : Reply<Op> extends (infer One)[] ? One : never;
