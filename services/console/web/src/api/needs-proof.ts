/**
 * The operations that are refused without a fresh proof of the person. Their declarations would bring zod into the browser, so a test compares these
 * names with them.
 */
export const needsProof: ReadonlySet<string> = new Set([
  "cancelOwnOffboarding",
  "createOwnKey",
  "createOwnOffboarding",
  "createRecoveryLink",
  "createWebhookEndpoint",
  "deleteBankProvider",
  "deletePasskey",
  "deleteSignInSettings",
  "deleteVisitorSignIn",
  "deleteWebhookEndpoint",
  "enableWebhookEndpoint",
  "exportOwnBusiness",
  "inviteMember",
  "putBankProvider",
  "putSignInSettings",
  "putVisitorSignIn",
  "removeMember",
  "revokeOwnKey",
  "rotateBankProviderSecret",
  "rotateOwnKey",
  "rotateWebhookSecret",
  "setRetention",
  "testBankProvider",
  "testVisitorWhatsApp",
  "updateMember",
  "updateOwnBusiness",
  "updateWebhookEndpoint",
  "withdrawInvitation",
]);
