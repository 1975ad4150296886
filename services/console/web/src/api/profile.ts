import type * as routes from "@tenant-ops/rest/console";
import { type CallInput, consoleCall } from "./console-call.js";
import { sessionQuery } from "./session.js";
import { useWrite } from "./use-write.js";

const updateProfile = consoleCall<typeof routes.updateProfile>("updateProfile", "PATCH", "/v1/console/profile", false);

type ProfileChange = CallInput<typeof routes.updateProfile>;

/** Changes the name or the language of the person who is signed in. */
export const useUpdateProfile = (onDone?: () => void) =>
  useWrite((change: ProfileChange) => updateProfile(change), {
    changes: [sessionQuery.queryKey],
    ...(onDone && { onDone }),
  });
