import type { FieldEntry } from "../../components/forms/fields.rules.js";
import { useMessages } from "../../i18n/messages.js";
import type { GiftSettings } from "./roulettes.rules.js";

/**
 * What can be changed in a gift at any time.
 * @param others the names of the other gifts; one of them can stand in
 */
export function useGiftFields(others: readonly string[]): FieldEntry<GiftSettings>[] {
  const t = useMessages("roulettes").gift;
  const common = useMessages("components");
  const names = others.filter(Boolean).map((other) => [other, other] as const);
  return [
    {
      kind: "row",
      fields: [
        { name: "value", kind: "text", label: t.value },
        { name: "probability", kind: "number", isDecimal: true, label: t.weight },
      ],
    },
    { name: "message", kind: "text", label: t.message },
    {
      kind: "more",
      label: t.more,
      fields: [
        { name: "emoji", kind: "text", label: t.emoji, isOptional: true },
        {
          name: "fallback",
          kind: "choice",
          label: t.fallback,
          hint: t.fallbackHint,
          options: [["", common.none], ...names],
          first: "",
        },
        { name: "winInterval", kind: "number", label: t.interval, hint: t.intervalHint },
        { name: "guaranteedForFirstTimers", kind: "check", label: t.firstTimers },
      ],
    },
  ];
}
