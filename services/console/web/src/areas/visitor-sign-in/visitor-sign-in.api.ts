import type { Input, Reply } from "../../api/public-api.js";

type VisitorSignIn = Reply<"flows", "getVisitorSignIn">;
export type WhatsApp = NonNullable<VisitorSignIn["whatsapp"]>;
export type IdentityProvider = NonNullable<VisitorSignIn["identityProvider"]>;
export type CodeSend = Reply<"flows", "testVisitorWhatsApp">;
export type VisitorSignInChange = Input<"flows", "putVisitorSignIn">;
