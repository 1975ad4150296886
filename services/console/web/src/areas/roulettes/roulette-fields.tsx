import type { SharedEntry } from "../../components/forms/fields.rules.js";
import type { Messages } from "../../i18n/messages.js";
import type { RouletteValues } from "./roulettes.rules.js";

// Fields of a roulette, for its creation and its change.

type Entries = SharedEntry<Exclude<keyof RouletteValues, "typeId">>[];

/** @param expires whether prizes of this type expire */
export const getLimitFields = ({ fields: t, details }: Messages["roulettes"], expires: boolean): Entries => [
  {
    kind: "row",
    fields: [
      { name: "spinsPerVisitor", kind: "number", label: t.spinsPerVisitor, first: 1 },
      { name: "max_wins", kind: "number", label: t.maxWins, first: 1 },
      { name: "timeToWin", kind: "number", label: t.timeToWin, first: 5 },
      { name: "timeToLose", kind: "number", label: t.timeToLose, first: 5 },
    ],
  },
  expires && {
    kind: "row",
    fields: [
      { name: "time_to_expire", kind: "number", label: t.expiry, first: 24 },
      {
        name: "time_unit",
        kind: "choice",
        label: t.timeUnit,
        options: [
          ["hours", details.unitHours],
          ["days", details.unitDays],
        ],
        first: "hours",
      },
    ],
  },
];

export const getTextFields = ({ details: t }: Messages["roulettes"]): Entries => [
  { name: "textToWin", kind: "text", label: t.textToWin },
  { name: "textToLose", kind: "text", label: t.textToLose },
  { name: "termsAndConditions", kind: "text", label: t.terms, rows: 4 },
];
