import type { SharedEntry } from "../../components/forms/fields.rules.js";
import type { Messages } from "../../i18n/messages.js";
import type { RouletteValues } from "./roulettes.rules.js";

// Fields of a roulette, for its creation and its change.

type Entries = SharedEntry<Exclude<keyof RouletteValues, "typeId">>[];

/** @param expires whether prizes of this type expire */
export const getLimitFields = ({ details }: Messages["roulettes"], expires: boolean): Entries => [
  {
    kind: "row",
    fields: [
      { name: "spinsPerVisitor", kind: "number", first: 1 },
      { name: "max_wins", kind: "number", first: 1 },
      { name: "timeToWin", kind: "number", first: 5 },
      { name: "timeToLose", kind: "number", first: 5 },
    ],
  },
  expires && {
    kind: "row",
    fields: [
      { name: "time_to_expire", kind: "number", first: 24 },
      { name: "time_unit", kind: "choice", options: details.units, first: "hours" },
    ],
  },
];

export const textFields: Entries = [
  { name: "textToWin", kind: "text" },
  { name: "textToLose", kind: "text" },
  { name: "termsAndConditions", kind: "text", rows: 4 },
];
