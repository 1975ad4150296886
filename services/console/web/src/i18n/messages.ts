import { use } from "react";
import { loadFile } from "../api/load-file.js";
import type { en as api } from "../api/messages/en.js";
import type { en as app } from "../app/messages/en.js";
import type { en as analytics } from "../areas/analytics/messages/en.js";
import type { en as approvalRules } from "../areas/approval-rules/messages/en.js";
import type { en as approvals } from "../areas/approvals/messages/en.js";
import type { en as connections } from "../areas/connections/messages/en.js";
import type { en as flows } from "../areas/flows/messages/en.js";
import type { en as history } from "../areas/history/messages/en.js";
import type { en as home } from "../areas/home/messages/en.js";
import type { en as keys } from "../areas/keys/messages/en.js";
import type { en as learning } from "../areas/learning/messages/en.js";
import type { en as offboarding } from "../areas/offboarding/messages/en.js";
import type { en as privacy } from "../areas/privacy/messages/en.js";
import type { en as profile } from "../areas/profile/messages/en.js";
import type { en as roulettes } from "../areas/roulettes/messages/en.js";
import type { en as settings } from "../areas/settings/messages/en.js";
import type { en as supply } from "../areas/supply/messages/en.js";
import type { en as visitorSignIn } from "../areas/visitor-sign-in/messages/en.js";
import type { en as webhooks } from "../areas/webhooks/messages/en.js";
import type { en as components } from "../components/messages/en.js";
import { type Language, type MessagesLike, readLanguage } from "./language.js";
import { useLanguage } from "./locale.js";

/** The messages of each area, by the name of its folder. */
export type Messages = MessagesLike<{
  analytics: typeof analytics;
  api: typeof api;
  app: typeof app;
  "approval-rules": typeof approvalRules;
  approvals: typeof approvals;
  components: typeof components;
  connections: typeof connections;
  flows: typeof flows;
  history: typeof history;
  home: typeof home;
  keys: typeof keys;
  learning: typeof learning;
  offboarding: typeof offboarding;
  privacy: typeof privacy;
  profile: typeof profile;
  roulettes: typeof roulettes;
  settings: typeof settings;
  supply: typeof supply;
  "visitor-sign-in": typeof visitorSignIn;
  webhooks: typeof webhooks;
}>;

export type MessageArea = keyof Messages;

type File = Readonly<Record<string, Messages[MessageArea]>>;

/** One file per area and language, `areas/keys/messages/es.ts`. A file is loaded when its language is needed. */
const files = new Map(
  Object.entries(import.meta.glob<File>("../{api,app,components,areas/*}/messages/{en,es,pt}.ts")).map(
    ([path, load]) => {
      const [area, , file] = path.split("/").slice(-3);
      return [`${area}/${file?.replace(".ts", "")}`, load];
    },
  ),
);

const loaded = new Map<string, Messages[MessageArea]>();
const loading = new Map<string, Promise<Messages[MessageArea]>>();

/** Loads a file once. A file that could not be loaded is tried again the next time. */
export function loadMessages<Area extends MessageArea>(
  area: Area,
  language: Language = readLanguage(),
): Promise<Messages[Area]> {
  const name = `${area}/${language}`;
  const known = loading.get(name) ?? startLoading(name, language);
  return known as Promise<Messages[Area]>;
}

function startLoading(name: string, language: Language): Promise<Messages[MessageArea]> {
  const promise = readFile(name, language).then((messages) => {
    loaded.set(name, messages);
    // `use` checks this field first, so it does not wait for a file that is loaded already.
    void Object.assign(promise, { status: "fulfilled", value: messages });
    return messages;
  });
  loading.set(name, promise);
  promise.catch(() => loading.delete(name));
  return promise;
}

async function readFile(name: string, language: Language): Promise<Messages[MessageArea]> {
  const load = files.get(name);
  const messages = load && (await loadFile(load))[language];
  if (!messages) throw new Error(`there are no messages ${name}`);
  return messages;
}

/** The messages in the language of the page if they are loaded: for code that cannot wait. */
export function peekMessages<Area extends MessageArea>(area: Area): Messages[Area] | undefined {
  return loaded.get(`${area}/${readLanguage()}`) as Messages[Area] | undefined;
}

/**
 * The messages in the language of the page. Waits for the file, if it is not loaded yet. `use` is called in both cases: React loses the state of a
 * component that has waited and does not call it again.
 */
export function useMessages<Area extends MessageArea>(area: Area): Messages[Area] {
  const { language } = useLanguage();
  return use(loadMessages(area, language));
}
