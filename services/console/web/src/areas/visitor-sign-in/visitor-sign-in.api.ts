import { type Input, type Reply, useChange, useRecord } from "../../api/public-api.js";

export type VisitorSignIn = Reply<"flows", "getVisitorSignIn">;
export type WhatsApp = NonNullable<VisitorSignIn["whatsapp"]>;
export type IdentityProvider = NonNullable<VisitorSignIn["identityProvider"]>;
export type CodeSend = Reply<"flows", "testVisitorWhatsApp">;
export type VisitorSignInChange = Input<"flows", "putVisitorSignIn">;

export const useVisitorSignIn = () =>
  useRecord(["flows", "visitor-sign-in"], ({ flows }, settings) => flows.getVisitorSignIn({}, settings));

export const useChangeVisitorSignIn = (onDone: () => void) =>
  useChange(
    "flows",
    ({ flows }, input: VisitorSignInChange, options) => flows.putVisitorSignIn(input, options),
    onDone,
  );

export const useTestWhatsApp = (onDone: (send: CodeSend) => void) =>
  useChange("flows", ({ flows }, phone: string, options) => flows.testVisitorWhatsApp({ phone }, options), onDone);
