import { defineMessages, type MessagesLike, useMessages } from "../../../i18n/messages.js";
import type { en } from "./en.js";

export type SupplyMessages = MessagesLike<typeof en>;

export const supplyMessages = defineMessages<SupplyMessages>({
  en: async () => (await import("./en.js")).en,
  es: async () => (await import("./es.js")).es,
  pt: async () => (await import("./pt.js")).pt,
});

export const useSupplyMessages = () => useMessages(supplyMessages);
