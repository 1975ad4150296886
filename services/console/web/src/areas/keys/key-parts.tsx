import type { Reply } from "../../api/public-api.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { getKeyState, type KeyState, summarizeScopes } from "./keys.rules.js";

export type Key = Reply<"console", "getOwnKey">;

const kinds: Readonly<Record<KeyState, BadgeKind>> = {
  active: "good",
  expiring: "warn",
  expired: "neutral",
  revoked: "bad",
};

export function KeyStateBadge({ value }: { value: Key }) {
  const t = useMessages("keys");
  const state = getKeyState(value, useNow());
  return (
    <span className="badges">
      <Badge kind={kinds[state]}>{t.states[state]}</Badge>
      {value.mode === "test" && <Badge kind="info">{t.modes.test}</Badge>}
    </span>
  );
}

export function Rights({ scopes }: { scopes: readonly string[] }) {
  const t = useMessages("keys");
  const format = useFormat();
  const summary = summarizeScopes(scopes);
  if (summary.kind !== "areas") return t[summary.kind];
  const names: Readonly<Record<string, string>> = t.areas;
  return format.list(summary.areas.map(({ area, access }) => t.areaRights(names[area] ?? area, t.access[access])));
}
