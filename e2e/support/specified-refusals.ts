import type { JsonObject } from "./doors.js";
import type { Resident } from "./residents.js";

export interface SpecifiedRefusal {
  what: string;
  write: string;
  /** What is wrong, on top of arguments that would be let in. */
  wrong: (resident: Resident) => JsonObject;
  error: string;
}

const gift = (name: string, id = "") => ({ value: name, message: name, probability: 1, typeOfGift: { name, _id: id } });

/** Tool-level errors of the specification, and the rules that it states beside the tools. */
export const specifiedRefusals: SpecifiedRefusal[] = [
  {
    what: "a withdrawal from a center that is not there",
    write: "supply_approve_withdrawal",
    wrong: () => ({ service_center_id: "x" }),
    error: "center_not_found",
  },
  {
    what: "a withdrawal of a product that is not there",
    write: "supply_approve_withdrawal",
    wrong: () => ({ stock_id: "x" }),
    error: "stock_not_found",
  },
  {
    what: "a withdrawal of more than the center holds",
    write: "supply_approve_withdrawal",
    wrong: () => ({ quantity: 51 }),
    error: "insufficient_stock",
  },
  {
    what: "center stock of a product that is not there",
    write: "supply_create_service_center_stock",
    wrong: () => ({ stock_id: "x" }),
    error: "stock_not_found",
  },
  {
    what: "center stock at a center that is not there",
    write: "supply_create_service_center_stock",
    wrong: () => ({ service_center_id: "x" }),
    error: "center_not_found",
  },
  {
    what: "a roulette without a lose gift",
    write: "roulettes_create_roulette",
    wrong: ({ giftTypes }) => ({ gifts: [gift("Points", giftTypes["Points"])] }),
    error: "lose_gift_required",
  },
  {
    what: "a gift type that was invented",
    write: "roulettes_create_roulette",
    wrong: () => ({ gifts: [gift("Perder", "65f0c0ffee")] }),
    error: "unknown_gift_type",
  },
  {
    what: "an item's id in the place of the type's",
    write: "roulettes_create_roulette",
    wrong: ({ records }) => ({ gifts: [gift("Perder", records["item_id"])] }),
    error: "unknown_gift_type",
  },
  {
    what: "a physical gift without a quantity",
    write: "roulettes_create_roulette",
    wrong: ({ giftTypes }) => ({ gifts: [gift("Perder", giftTypes["Perder"]), gift("Fisico", giftTypes["Fisico"])] }),
    error: "gift_quantity_required",
  },
  {
    what: "a course slug that is taken",
    write: "learning_approve_create_course",
    wrong: ({ records }) => ({ slug: records["course_slug"] }),
    error: "course_slug_taken",
  },
  {
    what: "a course slug that is not kebab-case",
    write: "learning_approve_create_course",
    wrong: () => ({ slug: "Not Kebab" }),
    error: "invalid_argument",
  },
  {
    what: "a certificate of a session that is not there",
    write: "learning_approve_issue_certificate",
    wrong: () => ({ session_id: "x" }),
    error: "session_not_found",
  },
  {
    what: "a certificate of a session that is not completed",
    write: "learning_approve_issue_certificate",
    wrong: ({ records }) => ({ session_id: records["unfinished_session_id"] }),
    error: "session_not_completed",
  },
  {
    what: "a flow slug that is taken",
    write: "flows_approve_create_flow",
    wrong: ({ records }) => ({ slug: records["slug"] }),
    error: "slug_taken",
  },
  {
    what: "a flow slug that is not kebab-case",
    write: "flows_approve_create_flow",
    wrong: () => ({ slug: "Not Kebab" }),
    error: "invalid_argument",
  },
  {
    what: "a redirect target that is not there",
    write: "flows_approve_create_flow",
    wrong: () => ({ redirect_target_id: "x" }),
    error: "target_not_found",
  },
  {
    what: "a redirect to a roulette without its id",
    write: "flows_approve_create_flow",
    wrong: () => ({ redirect_target_id: "" }),
    error: "redirect_mismatch",
  },
  {
    what: "a redirect to a url without the url",
    write: "flows_approve_create_flow",
    wrong: () => ({ redirect_type: "url", redirect_target_id: "" }),
    error: "redirect_mismatch",
  },
];
