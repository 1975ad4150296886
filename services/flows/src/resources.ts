import { defineNoun } from "@tenant-ops/kit/process";
import { renderRemedyTable } from "@tenant-ops/kit/rpc";
import {
  ChecklistStepSchema,
  CreateFlowRequestSchema,
  FlowSchema,
  FlowSummarySchema,
  GetFlowStatsResponseSchema,
  RedirectSchema,
  RegistrationFieldSchema,
  UpdateFlowRequestSchema,
} from "@tenant-ops/proto/flows";
import { fieldTable } from "@tenant-ops/proto/field-docs";

const schemas = () => `# Fields of flows

A flow is a registration landing page: a slug, questions, and one place to which visitors go after registering.

## Flow
${fieldTable(FlowSchema)}

## Step of the \`checklist\`
${fieldTable(ChecklistStepSchema)}

## Registration field
${fieldTable(RegistrationFieldSchema)}

| \`type\` | The page shows | Accepted |
| --- | --- | --- |
| \`text\` | one line | up to 300 characters |
| \`textarea\` | several lines | up to 2,000 characters |
| \`email\` | an email keyboard | name@domain |
| \`phone\` | a telephone keyboard | 7 to 15 digits, with or without + |
| \`number\` | a number keyboard | digits with an optional sign and decimals |
| \`date\` | a date picker | YYYY-MM-DD |
| \`select\` | a list | one of the choices in \`placeholder\`, written \`S\\|M\\|L\`; with \`value\` country: the countries of ISO 3166 |
| \`checkbox\` | a box to tick | ticked is stored as \`yes\`; required means it must be ticked |
| \`document\` | an upload after the form, on a page of its own | a PDF, PNG, JPEG or text file of at most 10 MB; at most 5 per flow; read in the console and over REST only |

Another word in \`type\` is kept and asked as text. A select without choices is asked as text; the preview warns of both.
Without fields a flow asks First Name, Last Name and Country, all required; the page shows these three labels in its own language.

## Redirect
${fieldTable(RedirectSchema)}

| \`redirect_type\` | Needs | Ids from | Visitors go to |
| --- | --- | --- | --- |
| \`roulette\` | \`redirect_target_id\` | roulettes_list_roulettes | {console_url}/roulette/<id> |
| \`course\` | \`redirect_target_id\` | learning_list_courses | {console_url}/course/<id> |
| \`survey\`, \`event\` | \`redirect_target_id\` | GET /v1/public/flows/targets | the address of the target |
| \`url\` | \`redirect_url\` | – | that address: https, no user name or password, at most 2,048 characters |

The parameter of the other kind must be empty. UTM values are added to the address as utm_source, utm_medium, utm_campaign and
utm_content. A target that is missing or inactive when a visitor registers is replaced by a thank-you page; \`targetStatus\` says so
beforehand.

## Arguments of flows_propose_create_flow and flows_approve_create_flow
${fieldTable(CreateFlowRequestSchema)}

## Arguments of flows_propose_update_flow and flows_approve_update_flow
${fieldTable(UpdateFlowRequestSchema)}

## Items of flows_list_flows
${fieldTable(FlowSummarySchema)}

## Answer of flows_get_flow_stats
${fieldTable(GetFlowStatsResponseSchema)}
`;

const glossary = `# Words of flows

| People say | Field | Meaning, formula, unit |
| --- | --- | --- |
| landing page, registration page, funnel | flow | named by its \`slug\`, which is unique among all businesses and never changes |
| link, public link | \`publicUrl\` | {console_url}/flow/<slug>; answers with a page only while \`isActive\` |
| visit, view, traffic | \`totalVisitCount\` | how often people opened the page. Not counted: bots, link previews (WhatsApp, Slack, …), HEAD, prefetch |
| visitor, unique visit, reach | \`uniqueVisitCount\` | different visitors per day: one address with one browser on one flow within one day (UTC). A visitor cannot be recognised on another day; counting sets no cookie |
| registration, lead, conversion, completed | \`completedCount\` | persons of a day who registered, also several with one browser. A proof, or else an e-mail address or phone among the answers, names a person; without one, the same answers with the same browser are the same person. A second registration of a person on the same day, and one that a program seems to have sent, is stored with \`uncounted\`. A registration whose visit was not seen counts as a visit, too, so completed ≤ unique ≤ total |
| conversion, conversion rate | \`conversionRate\` | completedCount / uniqueVisitCount × 100, percent with two decimals, 0 without visits |
| total over all flows | flows_get_flow_stats | sums of the same counters; its rate is totalCompletions / uniqueVisits × 100 |
| per day, since when, trend | flows_get_flow_visits (toolset \`operations\`) | the same counters per day of one flow, with sources and where visitors stopped |
| started but not finished, stuck | flows_list_registrations (toolset \`operations\`) | registrations with state pending: they wait for documents of the visitor or for the bank |
| ready, set up, what is left | \`checklist\` | steps with a state; nothing is left when none is missing |
| campaign | \`campaign\` (utm_campaign) | all flows with the same value; listed by GET /v1/public/campaigns, declared and dated by POST |
| published, live, online | \`isActive\` | true: the page answers. New flows begin with false |
| goes to, afterwards, prize wheel | \`redirect\` | where visitors go after registering |
| dead link | \`redirect.targetStatus\` | active; inactive (roulette switched off, course unpublished); missing (deleted); unknown (its service did not answer just now) |
| bank check | \`isBankProviderRequired\` | a registration is complete, and counts, when the bank approves it; the bank is set up in the console |
| login | \`authType\` | whatsapp (default), identity_provider or both; chosen in the console |
`;

const skill = () => `# How to work with flows

## Launch a flow
1. Ask for: name, what visitors are to enter, where they go afterwards, and the UTM values if there is a campaign.
2. Get the target's id: roulettes_list_roulettes, learning_list_courses, or GET /v1/public/flows/targets for surveys and events.
3. Choose a slug in kebab-case that says what the page is, such as summer-launch-mx.
4. flows_propose_create_flow. Show the preview with its warnings. Wait for an explicit yes.
5. flows_approve_create_flow with the same arguments and the \`proposal_token\`. Tell the user everything in \`message\`: the flow is a scaffold
   and offline.
6. When the user says that the console's part is done: flows_get_flow_by_slug, and tell what its \`checklist\` still misses or warns of. Then
   flows_propose_update_flow with \`is_active\` true, show it with its warnings, wait for a yes, flows_approve_update_flow. Then hand over \`publicUrl\`, and suggest registering once themselves before sharing it.

## Change a flow
1. flows_get_flow_by_slug shows what is there.
2. flows_propose_update_flow with the slug and only what is to change. \`registration_fields\` replaces the whole list: send all fields.
3. Show \`changes\` of the preview, wait for a yes, flows_approve_update_flow.

## Answer a question about results
flows_get_flow_stats for all together, flows_list_flows for a comparison. Say what a rate is made of: completions / unique visits.

## Why nobody registers
1. flows_get_flow_by_slug: a step of \`checklist\` that is missing (page offline, target not active, codes that cannot be sent) explains it.
   No visits at all: the link was not shared.
2. With the toolset \`operations\`: flows_get_flow_visits says where visitors stopped, per day, and at which question a form was refused;
   flows_list_registrations with \`state\` pending, what started registrations wait for. Without it, tell the user that a person can turn it
   on, with \`?toolsets=operations\` behind the address of this server or in the settings of the key; the console shows the same.

## Never
- Write without a preview that the user has seen and agreed to.
- Invent a target id, or put an id of one kind under another \`redirect_type\`.
- Promise a slug before it was created: a preview reserves nothing.

## When it says no
${renderRemedyTable([
  "slug_taken",
  "slug_reserved",
  "flow_not_found",
  "target_not_found",
  "target_wrong_kind",
  "redirect_mismatch",
  "redirect_url_refused",
  "quota_exceeded",
  "invalid_argument",
  "service_unavailable",
  "preview_changed",
  "proposal_mismatch",
  "proposal_expired",
])}
`;

/** What agents read before they work with flows. */
export const resources = defineNoun({
  resources: () => [
    {
      uri: "service://flows/schema/schemas",
      name: "flows_schemas",
      title: "Flow fields",
      description: "Fields of flows, registration fields and redirects. Read it before proposing a flow.",
      text: schemas,
    },
    {
      uri: "service://flows/schema/glossary",
      name: "flows_glossary",
      title: "Flow glossary",
      description: "Which business word means which field, with formula and unit.",
      text: () => glossary,
    },
    {
      uri: "service://flows/skill",
      name: "flows_skill",
      title: "Working with flows",
      description: "The order of calls for launching, changing and reading flows, and the remedy per error.",
      text: skill,
    },
  ],
});
