import { useQuery } from "@tanstack/react-query";
import type * as routes from "@tenant-ops/rest/console";
import { useBusiness } from "../../api/business.js";
import { type CallInput, type CallReply, consoleCall } from "../../api/console-call.js";
import { useList } from "../../api/use-list.js";
import { useWrite } from "../../api/use-write.js";

export type Key = CallReply<typeof routes.getOwnKey>;
export type KeyInput = Omit<CallInput<typeof routes.createOwnKey>, "businessId">;

const base = "/v1/console/businesses/{businessId}/keys";
const listKeys = consoleCall<typeof routes.listOwnKeys>("listOwnKeys", "GET", base);
const getKey = consoleCall<typeof routes.getOwnKey>("getOwnKey", "GET", `${base}/{keyId}`);
const createKey = consoleCall<typeof routes.createOwnKey>("createOwnKey", "POST", base);
const rotateKey = consoleCall<typeof routes.rotateOwnKey>("rotateOwnKey", "POST", `${base}/{keyId}/rotate`);
const revokeKey = consoleCall<typeof routes.revokeOwnKey>("revokeOwnKey", "POST", `${base}/{keyId}/revoke`);

const keysOf = (businessId: string) => [businessId, "keys"];

export function useKeys() {
  const { _id: businessId } = useBusiness().business;
  return useList(keysOf(businessId), ({ cursor, signal }) => listKeys({ businessId, cursor }, { signal }));
}

export function useKey(keyId: string) {
  const { _id: businessId } = useBusiness().business;
  return useQuery({
    queryKey: [...keysOf(businessId), keyId],
    queryFn: ({ signal }) => getKey({ businessId, keyId }, { signal }),
  });
}

export function useCreateKey(onDone: (key: CallReply<typeof routes.createOwnKey>) => void) {
  const { _id: businessId } = useBusiness().business;
  const settings = { changes: [keysOf(businessId)], onDone };
  return useWrite((input: KeyInput, options) => createKey({ businessId, ...input }, options), settings);
}

export function useRotateKey(keyId: string, onDone: (key: CallReply<typeof routes.rotateOwnKey>) => void) {
  const { _id: businessId } = useBusiness().business;
  const settings = { changes: [keysOf(businessId)], onDone };
  return useWrite((overlapDays: number, options) => rotateKey({ businessId, keyId, overlapDays }, options), settings);
}

export function useRevokeKey(keyId: string, onDone: () => void) {
  const { _id: businessId } = useBusiness().business;
  const settings = { changes: [keysOf(businessId)], onDone };
  return useWrite((_: void, options) => revokeKey({ businessId, keyId }, options), settings);
}
