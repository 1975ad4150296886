/** The tools that write, in the order in which the page of rules shows them. The test compares them with the catalogue. */
export const ruleAreas = ["supply", "roulettes", "learning", "flows"] as const;
export type RuleArea = (typeof ruleAreas)[number];

export type Unit = "units" | "people" | "certificates";

export interface WritingTool {
  area: RuleArea;
  /** What the number counts that rules compare; without one there is no such number. */
  unit?: Unit;
  /** No other tool can undo it. */
  irreversible?: true;
}

export const writingTools = {
  supply_approve_withdrawal: { area: "supply", unit: "units", irreversible: true },
  supply_approve_receive_stock: { area: "supply", unit: "units" },
  supply_approve_transfer_stock: { area: "supply", unit: "units" },
  supply_approve_count_stock: { area: "supply", unit: "units" },
  supply_create_service_center_stock: { area: "supply", unit: "units" },
  supply_create_stock: { area: "supply", unit: "units" },
  supply_create_service_center: { area: "supply" },
  roulettes_create_roulette: { area: "roulettes" },
  roulettes_approve_update_roulette: { area: "roulettes" },
  roulettes_approve_gift_units: { area: "roulettes", unit: "units" },
  roulettes_create_item: { area: "roulettes", unit: "units" },
  roulettes_approve_update_item: { area: "roulettes" },
  roulettes_approve_item_stock: { area: "roulettes", unit: "units" },
  roulettes_approve_prize_claim: { area: "roulettes" },
  learning_approve_create_course: { area: "learning" },
  learning_approve_update_course: { area: "learning" },
  learning_approve_course_modules: { area: "learning" },
  learning_approve_enrollments: { area: "learning", unit: "people" },
  learning_approve_issue_certificate: { area: "learning" },
  learning_approve_certificate_batch: { area: "learning", unit: "certificates" },
  flows_approve_create_flow: { area: "flows" },
  flows_approve_update_flow: { area: "flows" },
} as const satisfies Readonly<Record<string, WritingTool>>;

export type ToolName = keyof typeof writingTools;

export const toolNames = Object.keys(writingTools) as ToolName[];

export const findTool = (name: string): WritingTool | undefined =>
  Object.hasOwn(writingTools, name) ? writingTools[name as ToolName] : undefined;
