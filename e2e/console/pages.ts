/** The pages of the application that are checked in every language and theme, behind `/b/{businessId}`. */
export const pages: readonly string[] = [
  "",
  "/webhooks",
  "/webhooks/deliveries",
  "/webhooks/events",
  "/settings/keys",
  "/profile",
];
