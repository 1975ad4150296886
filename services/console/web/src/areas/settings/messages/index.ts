import { defineMessages, type MessagesLike, useMessages } from "../../../i18n/messages.js";
import type { en } from "./en.js";

export type SettingsMessages = MessagesLike<typeof en>;

export const settingsMessages = defineMessages<SettingsMessages>({
  en: async () => (await import("./en.js")).en,
  es: async () => (await import("./es.js")).es,
  pt: async () => (await import("./pt.js")).pt,
});

export const useSettingsMessages = () => useMessages(settingsMessages);
