import type { SharedEntry } from "../../components/forms/fields.rules.js";
import { useMessages } from "../../i18n/messages.js";
import type { GiftSettings } from "./roulettes.rules.js";

/**
 * What can be changed in a gift at any time.
 * @param others the names of the other gifts; one of them can stand in
 */
export function useGiftFields(others: readonly string[]): SharedEntry<keyof GiftSettings>[] {
  const t = useMessages("roulettes").gift;
  const common = useMessages("components");
  const names = others.filter(Boolean).map((other) => [other, other] as const);
  return [
    {
      kind: "row",
      fields: [
        { name: "value", kind: "text" },
        { name: "probability", kind: "number", isDecimal: true },
      ],
    },
    { name: "message", kind: "text" },
    {
      kind: "more",
      label: t.more,
      fields: [
        { name: "emoji", kind: "text", isOptional: true },
        { name: "fallback", kind: "choice", options: [["", common.none], ...names], first: "" },
        { name: "winInterval", kind: "number" },
        { name: "guaranteedForFirstTimers", kind: "check" },
      ],
    },
  ];
}
