import type { WriteScope } from "@tenant-ops/kit/data";
import type { Registration } from "./registrations.types.js";

export const registrationIndexes = [{ key: { flowId: 1, createdAt: -1, _id: -1 } }];

export function insertRegistration(scope: WriteScope, registration: Registration): Promise<void> {
  return scope.collection<Registration>("registrations").append(registration);
}
