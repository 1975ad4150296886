import type { Messages } from "../i18n/messages.js";

export interface NavigationItem {
  /** Behind `/b/{businessId}`. */
  to: string;
  label: keyof Messages["app"]["nav"];
  /** Not shown to a person without it. */
  scope?: string;
}

/** The entries of the menu. */
export const mainNavigation: readonly NavigationItem[] = [
  { to: "", label: "home" },
  { to: "/supply", label: "supply", scope: "supply:read" },
  { to: "/roulettes", label: "roulettes", scope: "roulettes:read" },
  { to: "/learning", label: "learning", scope: "learning:read" },
  { to: "/flows", label: "flows", scope: "flows:read" },
  { to: "/webhooks", label: "webhooks", scope: "webhooks:read" },
];

/** The only page of a business in offboarding. */
export const closeBusiness: NavigationItem = {
  to: "/settings/close-business",
  label: "closeBusiness",
  scope: "business:close",
};

export const settingsNavigation: readonly NavigationItem[] = [
  { to: "/settings/keys", label: "keys", scope: "keys:read" },
  { to: "/settings/connections", label: "connections", scope: "connections:read" },
  { to: "/settings/members", label: "members", scope: "members:read" },
  { to: "/settings/sign-in", label: "signIn", scope: "members:write" },
  { to: "/settings/visitor-sign-in", label: "visitorSignIn", scope: "flows:read" },
  { to: "/settings/bank-validation", label: "bank", scope: "flows:read" },
  { to: "/settings/personal-data", label: "personalData", scope: "business:write" },
  { to: "/settings/history", label: "history", scope: "business:read" },
  { to: "/settings/business", label: "business", scope: "business:read" },
  closeBusiness,
];
