import type * as routes from "@tenant-ops/rest/console";
import { type CallReply, consoleCall } from "../../api/console-call.js";
import { addPasskey } from "../../api/passkey.js";
import { useList } from "../../api/use-list.js";
import { useWrite } from "../../api/use-write.js";

export type Passkey = CallReply<typeof routes.listPasskeys>["items"][number];
export type PersonSession = CallReply<typeof routes.listSessions>["items"][number];

const passkeysPath = "/v1/console/passkeys";
const sessionsPath = "/v1/console/sessions";
const listPasskeys = consoleCall<typeof routes.listPasskeys>("listPasskeys", "GET", passkeysPath);
const deletePasskey = consoleCall<typeof routes.deletePasskey>(
  "deletePasskey",
  "DELETE",
  `${passkeysPath}/{passkeyId}`,
  false,
);
const renamePasskey = consoleCall<typeof routes.renamePasskey>(
  "renamePasskey",
  "PATCH",
  `${passkeysPath}/{passkeyId}`,
  false,
);
const listSessions = consoleCall<typeof routes.listSessions>("listSessions", "GET", sessionsPath);
const endSession = consoleCall<typeof routes.endSession>("endSession", "DELETE", `${sessionsPath}/{sessionId}`, false);
const endOtherSessions = consoleCall<typeof routes.endOtherSessions>(
  "endOtherSessions",
  "POST",
  `${sessionsPath}/end-others`,
  false,
);

const passkeysKey = ["person", "passkeys"];
const sessionsKey = ["person", "sessions"];

/** At most 20, so there is one page. */
export const usePasskeys = () => useList<Passkey>(passkeysKey, ({ signal }) => listPasskeys({}, { signal }));

export const useSessions = () =>
  useList(sessionsKey, ({ cursor, signal }) => listSessions({ ...(cursor && { cursor }) }, { signal }));

export const useAddPasskey = (onDone: () => void) =>
  useWrite(({ isFirst }: { isFirst: boolean }) => addPasskey(isFirst), { changes: [passkeysKey], onDone });

export const useDeletePasskey = (onDone: () => void) =>
  useWrite((passkeyId: string) => deletePasskey({ passkeyId }), { changes: [passkeysKey], onDone });

export const useRenamePasskey = (onDone: () => void) =>
  useWrite((input: { passkeyId: string; name: string }) => renamePasskey(input), { changes: [passkeysKey], onDone });

export const useEndSession = (onDone: () => void) =>
  useWrite((sessionId: string) => endSession({ sessionId }), { changes: [sessionsKey], onDone });

export const useEndOtherSessions = (onDone: () => void) =>
  useWrite<void, unknown>(() => endOtherSessions({}), { changes: [sessionsKey], onDone });
