import { defineMessages, type MessagesLike, useMessages } from "../../../i18n/messages.js";
import type { en } from "./en.js";

export type HistoryMessages = MessagesLike<typeof en>;

export const historyMessages = defineMessages<HistoryMessages>({
  en: async () => (await import("./en.js")).en,
  es: async () => (await import("./es.js")).es,
  pt: async () => (await import("./pt.js")).pt,
});

export const useHistoryMessages = () => useMessages(historyMessages);
