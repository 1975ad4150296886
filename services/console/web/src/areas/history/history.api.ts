import { type Input, type Reply, useChangeBy, useRecord } from "../../api/public-api.js";
import { useSharedChange } from "../../api/use-shared-change.js";

export type Retention = Reply<"pages", "getRetention">;
export type Rules = Retention["rules"];
export type Kind = keyof Rules;
export type Rule = NonNullable<Rules[Kind]>;
export type Mode = Rule["mode"];
export type PreviewedKind = Reply<"pages", "previewRetention">["kinds"][number];

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
  onDone: () => void;
  /** Gets the present rules when they were changed since the given version; nothing is saved then. */
  onChangedMeanwhile: (newest: Retention) => void;
}

export const useSaveRules = (settings: SaveSettings) =>
  useSharedChange(["pages", "getRetention", {}], {
    write: ({ pages }, input: Input<"pages", "setRetention">, options) => pages.setRetention(input, options),
    changedMeanwhile: ["retention_changed"],
    ...settings,
  });
