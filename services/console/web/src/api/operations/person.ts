// Written by `npm run generate` from the routes of rest/src. Do not edit.
export const completeStepUp = { id: "completeStepUp", method: "POST", path: "/v1/console/step-up", takesKey: false } as const;
export const createPasskey = { id: "createPasskey", method: "POST", path: "/v1/console/passkeys", takesKey: false } as const;
export const createPasskeyOptions = { id: "createPasskeyOptions", method: "POST", path: "/v1/console/passkeys/options", takesKey: false } as const;
export const createStepUpOptions = { id: "createStepUpOptions", method: "POST", path: "/v1/console/step-up/options", takesKey: false } as const;
export const deletePasskey = { id: "deletePasskey", method: "DELETE", path: "/v1/console/passkeys/{passkeyId}", takesKey: false } as const;
export const endOtherSessions = { id: "endOtherSessions", method: "POST", path: "/v1/console/sessions/end-others", takesKey: false } as const;
export const endSession = { id: "endSession", method: "DELETE", path: "/v1/console/sessions/{sessionId}", takesKey: false } as const;
export const getSession = { id: "getSession", method: "GET", path: "/v1/console/session", takesKey: false } as const;
export const listOwnConnections = { id: "listOwnConnections", method: "GET", path: "/v1/console/connections", takesKey: false } as const;
export const listPasskeys = { id: "listPasskeys", method: "GET", path: "/v1/console/passkeys", takesKey: false } as const;
export const listSessions = { id: "listSessions", method: "GET", path: "/v1/console/sessions", takesKey: false } as const;
export const renamePasskey = { id: "renamePasskey", method: "PATCH", path: "/v1/console/passkeys/{passkeyId}", takesKey: false } as const;
export const revokeOwnConnection = { id: "revokeOwnConnection", method: "POST", path: "/v1/console/connections/{connectionId}/revoke", takesKey: true } as const;
export const signOut = { id: "signOut", method: "POST", path: "/v1/console/sign-out", takesKey: true } as const;
export const updateProfile = { id: "updateProfile", method: "PATCH", path: "/v1/console/profile", takesKey: false } as const;
