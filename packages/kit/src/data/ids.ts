import { typeid } from "typeid-js";

/**
 * A new TypeID: `wdr_01h…`. Unique without coordination, and sortable by creation time.
 * @param prefix three or four lower-case letters that name the kind of record
 * @see https://github.com/jetify-com/typeid
 */
export function newId(prefix: string): string {
  return typeid(prefix).toString();
}
