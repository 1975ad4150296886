import { expect, test } from "vitest";
import { en } from "./messages/en.js";
import {
  findFix,
  firstQuestions,
  hasChoices,
  joinChoices,
  listOpenSteps,
  proposeSlug,
  splitChoices,
  toQuestion,
  toQuestionRow,
  splitAnswers,
  summarizeChecklist,
  toRedirectInput,
  toSteps,
} from "./flows.rules.js";

test("a condition can be about questions with choices only", () => {
  const question = { type: "select", placeholder: "", value: "size" };
  expect(hasChoices(question)).toBe(false);
  expect(hasChoices({ ...question, placeholder: "S|M|L" })).toBe(true);
  expect(hasChoices({ ...question, value: "country" })).toBe(true);
  expect(hasChoices({ ...question, type: "checkbox" })).toBe(true);
  expect(hasChoices({ ...question, type: "text", placeholder: "a|b" })).toBe(false);
});

test("answers of a condition are written with commas", () => {
  expect(splitAnswers(" MX, CO ,,")).toEqual(["MX", "CO"]);
});

test("a redirect is sent with what its type needs", () => {
  const both = { targetId: "rou_1", url: "https://example.com" };
  expect(toRedirectInput({ type: "url", ...both })).toEqual({ type: "url", url: both.url });
  expect(toRedirectInput({ type: "roulette", ...both })).toEqual({ type: "roulette", targetId: "rou_1" });
});

test("a step of a funnel is a share of the first one and of the one before; without visits there are no shares", () => {
  const none = { count: 0, share: 0, ofBefore: undefined };
  expect(toSteps([{ count: 0 }, { count: 0 }])).toEqual([none, none]);
  expect(toSteps([{ count: 10 }, { count: 5 }, { count: 1 }])).toEqual([
    { count: 10, share: 1, ofBefore: undefined },
    { count: 5, share: 0.5, ofBefore: 0.5 },
    { count: 1, share: 0.1, ofBefore: 0.2 },
  ]);
});

test("a checklist with warnings is not simply ready", () => {
  const states = (...all: ("done" | "missing" | "warning" | "optional")[]) => all.map((state) => ({ state }));
  expect(summarizeChecklist(states("done", "optional"))).toEqual({ isMissing: false, warnings: 0 });
  expect(summarizeChecklist(states("done", "warning", "warning"))).toEqual({ isMissing: false, warnings: 2 });
  expect(summarizeChecklist(states("missing", "warning"))).toEqual({ isMissing: true, warnings: 1 });
});

test("the open steps are those that miss something and those that warn, in their order", () => {
  const steps = (["done", "missing", "optional", "warning"] as const).map((state) => ({ state }));
  expect(listOpenSteps(steps)).toEqual([{ state: "missing" }, { state: "warning" }]);
});

test("every step with something to do leads to where it is done", () => {
  const flow = { redirect: { type: "roulette", targetId: "rlt_1" } } as const;
  const fix = (name: string, code = "") => findFix({ name, state: "missing", code }, flow);
  expect(fix("documents")).toEqual({ place: "#documents" });
  expect(fix("authType")).toEqual({ path: "/settings/visitor-sign-in" });
  expect(fix("bankValidation")).toEqual({ path: "/settings/bank-validation" });
  expect(fix("redirect", "target_missing")).toEqual({ dialog: "redirect" });
  expect(fix("redirect", "target_inactive")).toEqual({ path: "/roulettes/rlt_1" });
  expect(findFix({ name: "fields", state: "done", code: "" }, flow)).toBeUndefined();
  for (const name of Object.keys(en.checklist.steps)) expect(fix(name)).toBeDefined();
});

test("a new page asks for a way to reach the visitor", () => {
  expect(firstQuestions.some(({ type, isRequired }) => type === "phone" && isRequired)).toBe(true);
});

test("a question keeps its stored text, and with it its translations, until the person changes what is shown", () => {
  const stored = {
    text: "First Name",
    value: "first_name",
    type: "text",
    placeholder: "",
    isRequired: true,
  };
  const row = toQuestionRow(stored, "Nombre");
  expect(row.text).toBe("Nombre");
  expect(toQuestion(row)).toEqual(stored);
  expect(toQuestion({ ...row, text: "Tu nombre" })).toEqual({ ...stored, text: "Tu nombre" });
});

test("the choices of a selection are rows, and empty rows are not sent", () => {
  expect(splitChoices("S|M|L")).toEqual(["S", "M", "L"]);
  expect(splitChoices("")).toEqual([]);
  expect(joinChoices(["S", "M|L"])).toBe("S|M/L");
  const row = { ...toQuestionRow(firstQuestions[0]), type: "select", placeholder: "S| |M|" };
  expect(toQuestion(row).placeholder).toBe("S|M");
});

test("the address of a page is proposed from its name", () => {
  expect(proposeSlug("¡Rifa de Año Nuevo 2027!")).toBe("rifa-de-ano-nuevo-2027");
  expect(proposeSlug("")).toBe("");
});
