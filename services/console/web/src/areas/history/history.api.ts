import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { listMembers as listMembersRoute } from "@tenant-ops/rest/console";
import { useBusiness } from "../../api/business.js";
import { consoleCall } from "../../api/console-call.js";
import { isCode } from "../../api/errors.js";
import { type Input, type Reply, useChange, useRecord } from "../../api/public-api.js";

export type Retention = Reply<"pages", "getRetention">;
export type Rules = Retention["rules"];
export type Kind = keyof Rules;
export type Rule = NonNullable<Rules[Kind]>;
export type Mode = Rule["mode"];
export type PreviewedKind = Reply<"pages", "previewRetention">["kinds"][number];
type RulesInput = Input<"pages", "setRetention">;

const key = ["pages", "retention"];
const untilAppliedMs = 3000;

/** Read again and again until every area has heard of the last change. */
export const useRetention = () =>
  useRecord(key, ({ pages }, settings) => pages.getRetention({}, settings), {
    refetchMs: (retention) => retention?.isApplied === false && untilAppliedMs,
  });

/** What one rule would let go now. The rules are read again as well, so a change by another person is seen early. */
export const usePreview = () =>
  useChange("pages", ({ pages }, { kind, rule }: { kind: Kind; rule: Rule }, options) =>
    pages.previewRetention({ rules: { [kind]: rule } }, options),
  );

interface SaveSettings {
  onSaved: () => void;
  /** The rules as they are now, when they were changed since the given version, so that nothing is saved. */
  onChangedMeanwhile: (newest: Retention) => void;
}

export function useSaveRules({ onSaved, onChangedMeanwhile }: SaveSettings) {
  const queries = useQueryClient();
  const { _id: businessId } = useBusiness().business;
  const queryKey = [businessId, ...key];
  return useChange(
    "pages",
    async ({ pages }, input: RulesInput, options) => {
      try {
        return await pages.setRetention(input, options);
      } catch (error) {
        // The refusal comes together with the newest rules, so nobody agrees to rules that are not shown.
        if (isCode(error, "retention_changed")) {
          await queries.invalidateQueries({ queryKey });
          const newest = queries.getQueryData<Retention>(queryKey);
          if (newest) onChangedMeanwhile(newest);
        }
        throw error;
      }
    },
    (retention) => {
      queries.setQueryData(queryKey, retention);
      onSaved();
    },
  );
}

const listMembers = consoleCall<typeof listMembersRoute>(
  "listMembers",
  "GET",
  "/v1/console/businesses/{businessId}/members",
);

/** The name of a member. Undefined for one who has left, for a key, and for a member behind the first 500. */
export function useMemberName(personId: string): string | undefined {
  const { business, can } = useBusiness();
  const { data } = useQuery({
    queryKey: [business._id, "members", "names"],
    queryFn: ({ signal }) => listMembers({ businessId: business._id, limit: 500 }, { signal }),
    enabled: personId.startsWith("per_") && can("members:read"),
  });
  return data?.items.find((member) => member.personId === personId)?.name;
}
