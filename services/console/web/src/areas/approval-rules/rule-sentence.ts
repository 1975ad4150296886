import { useBusiness } from "../../api/business.js";
import { useRecord } from "../../api/public-api.js";
import { toSafeText } from "../../components/safe-text/safe-text.rules.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Rule } from "../approvals/approvals.api.js";
import { findUnit, listRuleTools } from "./policy.rules.js";
import { useToolName } from "../approvals/approval-parts.js";

export interface PossibleCaller {
  id: string;
  name: string;
  kind: "key" | "connection";
}

/** More than anybody chooses from. */
const limit = 500;

/** Keys that are not revoked and agents that are connected; undefined until they are known. */
export function useCallers(): readonly PossibleCaller[] | undefined {
  const { can } = useBusiness();
  const [mayReadKeys, mayReadConnections] = [can("keys:read"), can("connections:read")];
  const keys = useRecord("console", "listOwnKeys", { limit }, { enabled: mayReadKeys });
  const connections = useRecord(
    "console",
    "listConnections",
    { limit, active: "true" },
    { enabled: mayReadConnections },
  );
  if ((mayReadKeys && !keys.data) || (mayReadConnections && !connections.data)) return undefined;
  return [
    ...(keys.data?.items ?? [])
      .filter(({ revokedAt }) => !revokedAt)
      .map(({ _id: id, name }) => ({ id, name: toSafeText(name), kind: "key" as const })),
    ...(connections.data?.items ?? []).map(({ _id: id, client }) => ({
      id,
      name: toSafeText(client.name),
      kind: "connection" as const,
    })),
  ];
}

/** How many callers a sentence names. */
const namesMax = 3;

/** What a rule does, in one sentence. */
export function useRuleSentence(callers: readonly PossibleCaller[] | undefined): (rule: Rule) => string {
  const { rules: t, areas } = useMessages("approval-rules");
  const { units } = useMessages("approvals");
  const nameTool = useToolName();
  const format = useFormat();
  const nameCallers = (ids: readonly string[]) => {
    if (ids.length === 0) return t.anyone;
    const names = callers?.filter(({ id }) => ids.includes(id)).map(({ name }) => name) ?? [];
    return names.length === ids.length && names.length <= namesMax
      ? format.list(names)
      : format.counted(ids.length, t.chosen);
  };
  return (rule) => {
    const subjects = format.list([
      ...rule.areas.map((area) => t.area(areas[area])),
      ...(rule.irreversible ? [t.irreversible] : []),
      ...rule.tools.map(nameTool),
    ]);
    const unit = findUnit(listRuleTools(rule));
    const count = (number: number) => (unit ? format.counted(number, units[unit]) : format.number(number));
    const { atLeast, dailyAllowance } = rule;
    const beyond = dailyAllowance === null ? subjects : t.beyond(subjects, count(dailyAllowance));
    const what = atLeast === null ? beyond : t.atLeast(subjects, count(atLeast));
    const sentence = t.sentence({
      what,
      who: nameCallers(rule.callers),
      needs: t.needs[rule.needs],
      lapses: format.counted(rule.lapsesAfterHours, t.hours),
    });
    return `${sentence.charAt(0).toLocaleUpperCase()}${sentence.slice(1)}`;
  };
}
