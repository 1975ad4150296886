import { newId, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import type { Redirect } from "./redirects.rules.js";
import type { Utm } from "./urls.rules.js";

/** What somebody entered on a page. Says nothing about who they are beyond that: no address, no visitor. */
export interface Registration {
  _id: string;
  flowId: string;
  slug: string;
  /** By the identifier of the field. */
  answers: Record<string, string>;
  /** The flow's as they were at that moment. */
  utm: Utm;
  redirect: Redirect;
  createdAt: Date;
}

export type NewRegistration = Omit<Registration, "_id" | "createdAt">;

export const registrationIndexes = [{ key: { flowId: 1, createdAt: -1, _id: -1 } }];

const registrations = (scope: Scope) => scope.collection<Registration>("registrations");

export function aRegistration(scope: Scope, given: NewRegistration): Registration {
  return { _id: newId("reg"), ...given, createdAt: scope.now };
}

export function insertRegistration(scope: WriteScope, registration: Registration): Promise<void> {
  return registrations(scope).append(registration);
}
