import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { listMembers as listMembersRoute } from "@tenant-ops/rest/console";
import { useBusiness } from "../../api/business.js";
import { consoleCall } from "../../api/console-call.js";
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

export function useSaveRules(onDone: () => void) {
  const queries = useQueryClient();
  const { _id: businessId } = useBusiness().business;
  return useChange(
    "pages",
    ({ pages }, input: RulesInput, options) => pages.setRetention(input, options),
    (retention) => {
      queries.setQueryData([businessId, ...key], retention);
      onDone();
    },
  );
}

/** Reads the rules again. */
export function useReadAgain(): () => void {
  const queries = useQueryClient();
  const { _id: businessId } = useBusiness().business;
  return () => void queries.invalidateQueries({ queryKey: [businessId, ...key] });
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
