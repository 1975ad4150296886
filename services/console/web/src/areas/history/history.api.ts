import { useQueryClient } from "@tanstack/react-query";
import { useBusiness } from "../../api/business.js";
import { isCode } from "../../api/errors.js";
import { type Input, type Reply, useChangeBy, useRecord } from "../../api/public-api.js";

export type Retention = Reply<"pages", "getRetention">;
export type Rules = Retention["rules"];
export type Kind = keyof Rules;
export type Rule = NonNullable<Rules[Kind]>;
export type Mode = Rule["mode"];
export type PreviewedKind = Reply<"pages", "previewRetention">["kinds"][number];
type RulesInput = Input<"pages", "setRetention">;

const untilAppliedMs = 3000;

/** Read repeatedly until every service has applied the last change. */
export const useRetention = () =>
  useRecord(
    "pages",
    "getRetention",
    {},
    {
      refetchMs: (retention) => retention?.isApplied === false && untilAppliedMs,
    },
  );

/** Counts what one rule would delete now. The rules are read again as well, so that a change by another person is shown early. */
export const usePreview = () =>
  useChangeBy("pages", ({ pages }, { kind, rule }: { kind: Kind; rule: Rule }, options) =>
    pages.previewRetention({ rules: { [kind]: rule } }, options),
  );

interface SaveSettings {
  onSaved: () => void;
  /** Gets the present rules when they were changed since the given version; nothing is saved then. */
  onChangedMeanwhile: (newest: Retention) => void;
}

export function useSaveRules({ onSaved, onChangedMeanwhile }: SaveSettings) {
  const queries = useQueryClient();
  const { _id: businessId } = useBusiness().business;
  const queryKey = [businessId, "pages", "getRetention", {}];
  return useChangeBy(
    "pages",
    async ({ pages }, input: RulesInput, options) => {
      try {
        return await pages.setRetention(input, options);
      } catch (error) {
        // The refusal is shown together with the newest rules, so that a person cannot agree to rules that are not shown.
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
