import type { GetPromptResult, Prompt } from "@modelcontextprotocol/server";
import type { Selection } from "./catalog.js";
import { type Completer, completeFrom, oneOf } from "./completions.js";

interface PromptArgument {
  name: string;
  description: string;
  required?: true;
  complete?: Completer;
}

interface PromptDefinition {
  name: string;
  title: string;
  description: string;
  /** The prompt is offered to callers who may use all of these. */
  tools: readonly string[];
  arguments: readonly PromptArgument[];
  text(given: Record<string, string>): string;
}

const centers = completeFrom("supply_list_service_centers", "name");
const products = completeFrom("supply_list_stocks", "productName");
const redirects = oneOf("roulette", "course", "survey", "event", "url");

const definitions: readonly PromptDefinition[] = [
  {
    name: "withdraw_stock",
    title: "Withdraw stock",
    description: "Hand a product out of a center to a worker, with a preview first.",
    tools: [
      "supply_list_service_centers",
      "supply_list_stocks",
      "supply_list_service_center_stocks",
      "supply_propose_withdrawal",
      "supply_approve_withdrawal",
    ],
    arguments: [
      { name: "service_center_id", description: "The center that hands it out.", complete: centers },
      { name: "stock_id", description: "The product.", complete: products },
      { name: "quantity", description: "How many units." },
      { name: "worker_id", description: "Who receives it." },
      { name: "email", description: "Email of that worker." },
    ],
    text: (given) =>
      steps(`Prepare a withdrawal of stock${facts(given)}.`, [
        "Ask me for whatever is missing of: center, product, quantity, worker id, worker email. Find ids with supply_list_service_centers and supply_list_stocks.",
        "Look with supply_list_service_center_stocks whether the center holds enough.",
        "Read service://supply/schema/withdrawals for the valid withdrawal types.",
        "Call supply_propose_withdrawal and show me its preview and warnings.",
        "Only after my explicit yes, call supply_approve_withdrawal with the same arguments and the proposal_token. It cannot be undone.",
      ]),
  },
  {
    name: "create_roulette",
    title: "Create a roulette",
    description: "Design a prize roulette with its gifts, preview it, and create it inactive.",
    tools: ["roulettes_list_roulette_items", "roulettes_propose_roulette", "roulettes_create_roulette"],
    arguments: [
      { name: "name", description: "Name of the roulette.", required: true },
      { name: "theme", description: "Occasion or tone of its texts." },
    ],
    text: (given) =>
      steps(`Help me to create a prize roulette${facts(given)}.`, [
        "Read service://roulettes/schema/gifts: gift types and roulette types come from there, with their ids.",
        "Call roulettes_list_roulette_items; only items with stock that are enabled in rewards can be physical prizes.",
        "Suggest gifts with their relative weights. At least one is of type Perder. The id of an item goes into the gift's item_id, and a physical gift carries a quantity.",
        "Call roulettes_propose_roulette and show me its preview, with the chance of each gift in percent.",
        "Only after my explicit yes, call roulettes_create_roulette with the same arguments and the proposal_token. Leave it inactive unless I say otherwise.",
      ]),
  },
  {
    name: "launch_flow",
    title: "Launch a registration flow",
    description: "Create a registration landing page for a campaign, and switch it on when it is ready.",
    tools: [
      "flows_propose_create_flow",
      "flows_approve_create_flow",
      "flows_propose_update_flow",
      "flows_approve_update_flow",
    ],
    arguments: [
      { name: "name", description: "Name of the flow.", required: true },
      { name: "slug", description: "Last part of its address: lower case, words joined by hyphens." },
      { name: "redirect_type", description: "Where people go after registration.", complete: redirects },
      { name: "campaign", description: "UTM campaign." },
    ],
    text: (given) =>
      steps(`Help me to launch a registration flow${facts(given)}.`, [
        "Read service://flows/schema/schemas. Ask me for whatever is missing: name, slug, where people go after registration, and which fields they fill in.",
        "A redirect to a roulette or a course needs its id: find it with the list tools.",
        "Call flows_propose_create_flow and show me its preview. Only after my explicit yes, call flows_approve_create_flow with the same arguments and the proposal_token.",
        "Tell me what has to be finished in the console, and what the public address will be.",
        "When I say it is ready, propose flows_propose_update_flow with is_active true, and approve it after another yes.",
      ]),
  },
  {
    name: "review_low_stock",
    title: "Review low stock",
    description: "Find what runs low at the centers and say what to do first.",
    tools: ["supply_get_low_stock_alerts", "supply_list_service_centers"],
    arguments: [{ name: "service_center_id", description: "Only this center.", complete: centers }],
    text: (given) =>
      steps(`Review which products run low${facts(given)}.`, [
        "Call supply_get_low_stock_alerts, and supply_list_service_centers for the names of the centers.",
        "Put them in order: high criticality first, then by how far they are below their threshold.",
        "For each say product, center, units left, threshold, and how many are missing.",
        "Say which other centers hold more than they need, if any. Change nothing.",
      ]),
  },
];

const byName = new Map(definitions.map((definition) => [definition.name, definition]));

/** The prompts whose every tool this caller may use. */
export function listPrompts(selection: Selection): Prompt[] {
  return definitions
    .filter((definition) => isOffered(definition, selection))
    .map(({ name, title, description, arguments: args }) => ({
      name,
      title,
      description,
      arguments: args.map((argument) => ({
        name: argument.name,
        description: argument.description,
        required: argument.required === true,
      })),
    }));
}

/** @returns a sentence about what is wrong, where something is */
export function getPrompt(selection: Selection, name: string, given: Record<string, string>): GetPromptResult | string {
  const definition = promptNamed(selection, name);
  if (!definition) return `No prompt is called ${JSON.stringify(name.slice(0, 80))}; prompts/list names all of them.`;
  const missing = definition.arguments.filter(({ name: argument, required }) => required && !given[argument]?.trim());
  if (missing.length > 0) return `The prompt ${name} needs ${missing.map((argument) => argument.name).join(", ")}.`;
  const known = definition.arguments.flatMap(({ name: argument }) => {
    const value = given[argument]?.trim();
    return value ? [[argument, value] as const] : [];
  });
  const text = definition.text(Object.fromEntries(known));
  return { description: definition.description, messages: [{ role: "user", content: { type: "text", text } }] };
}

/** What completes an argument of a prompt; undefined where nothing does. */
export function completerOf(selection: Selection, prompt: string, argument: string): Completer | undefined {
  return promptNamed(selection, prompt)?.arguments.find(({ name }) => name === argument)?.complete;
}

function promptNamed(selection: Selection, name: string): PromptDefinition | undefined {
  const definition = byName.get(name);
  return definition && isOffered(definition, selection) ? definition : undefined;
}

function isOffered(definition: PromptDefinition, selection: Selection): boolean {
  return definition.tools.every((tool) => selection.has(tool));
}

function steps(task: string, lines: readonly string[]): string {
  return [task, ...lines.map((line, index) => `${index + 1}. ${line}`)].join("\n");
}

/** What the user has said already, one fact after another. Quoted, so that it reads as data. */
function facts(given: Record<string, string>): string {
  const said = Object.entries(given).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return said.length > 0 ? ` (${said.join(", ")})` : "";
}
