export { answerAgentCalls } from "./agent-calls/answered-calls.js";
export { countCalls } from "./agent-calls/count-calls.js";
