import { areaInstructions } from "@tenant-ops/proto/prompts";

const subjects = areaInstructions.map(({ subject }) => subject).join(", ");
const readFirst = joinWords(areaInstructions.flatMap((area) => area.readFirst).toSorted());
const cannotBeUndone = areaInstructions.flatMap((area) => area.cannotBeUndone || []);

/** The text that a model reads about the whole server. Eight lines: every host sends them in every conversation. */
export const instructions = [
  `These tools run one business: ${subjects}. The business comes from the credential; never ask for it.`,
  "Writing goes in two steps: call the propose tool, show its preview to the user, wait for an explicit yes, then call the create or approve tool with the same arguments.",
  "Pass the proposal_token of the preview along: then exactly what was shown is written, and once, however often the call is sent.",
  ["Never write without that yes, and never take an earlier yes for another preview.", ...cannotBeUndone].join(" "),
  `Take ids from the list tools and never invent them. ${readFirst} come from the service:// schema resources; read them first.`,
  "Leave optional arguments out to get their defaults; in update tools, what is left out stays as it is.",
  "Lists answer items, count and has_more; pass next_cursor as cursor to go on.",
  "An error says what to change and whether sending the same call again helps; quote its request id when asking for support.",
].join("\n");

/** "Gift types, roulette types and withdrawal types" */
function joinWords(words: readonly string[]): string {
  const text = [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
