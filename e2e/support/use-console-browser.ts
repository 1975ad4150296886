import { MongoClient } from "mongodb";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { type ConsoleBrowser, type Looks, type OpenPage, startConsoleBrowser } from "./console-browser.js";
import { addAuthenticator, createPerson, forgetProof, type Person } from "./people.js";
import type { Business } from "./test-mesh.js";

export interface ConsoleWithPeople extends Omit<ConsoleBrowser, "stop"> {
  readonly mongo: MongoClient;
  toUrl(business: Business, path: string): string;
  /** A window of a new member, and this member without a window. */
  openAs(
    role: string,
    path: string,
    given?: { business?: Business; looks?: Looks },
  ): Promise<OpenPage & { session: string; person: Person }>;
  /** Makes the last proof of this person too old for a change. */
  forgetProof(person: Person, business?: Business): Promise<void>;
  /** Adds a passkey in the profile, with an authenticator of the browser. The window is on another page afterwards. */
  addPasskey(page: Page, person: Person): Promise<void>;
  /** Confirms with the passkey in the dialog that asks for it. */
  confirmWithPasskey(page: Page): Promise<void>;
}

/** Only a failing test waits this long. */
const busyMachine = { timeout: 60_000 };

/** The mesh with a browser and the database for the tests of a `describe`: started before them, stopped after them. */
export function useConsoleBrowser(): ConsoleWithPeople {
  let started: { console: ConsoleBrowser; mongo: MongoClient } | undefined;
  beforeAll(async () => {
    const console = await startConsoleBrowser();
    started = { console, mongo: await new MongoClient(console.testMesh.mesh.mongodbUrl).connect() };
  });
  afterAll(async () => {
    await started?.mongo.close();
    await started?.console.stop();
  });
  const get = () => {
    if (!started) throw new Error("the browser is started by beforeAll");
    return started;
  };
  const toUrl = ({ businessId }: Business, path: string) => `${get().console.appUrl}/b/${businessId}${path}`;
  return {
    get testMesh() {
      return get().console.testMesh;
    },
    get business() {
      return get().console.business;
    },
    get appUrl() {
      return get().console.appUrl;
    },
    get mongo() {
      return get().mongo;
    },
    toUrl,
    signIn: (...given) => get().console.signIn(...given),
    open: (...given) => get().console.open(...given),
    goTo: (...given) => get().console.goTo(...given),
    openAs: async (role, path, { business = get().console.business, looks = {} } = {}) => {
      const { console } = get();
      const session = await console.signIn(role, business);
      // The window opens pages of one business; the profile belongs to none.
      const opened = await console.open(session, "/profile", looks);
      await opened.page.goto(toUrl(business, path));
      return { ...opened, session, person: createPerson(console.testMesh, `session=${session}`) };
    },
    forgetProof: async (person, { businessId } = get().console.business) => {
      const { console, mongo } = get();
      await forgetProof(console.testMesh, mongo, person);
      const path = `/v1/console/businesses/${businessId}`;
      // The gateway caches sessions for a moment; an empty change shows when it has read this one again.
      const change = async () => (await person.call("PATCH", path, { requireProposal: false })).body.error;
      await expect.poll(change, busyMachine).toBe("step_up_required");
    },
    addPasskey: async (page, person) => {
      await page.goto(`${get().console.appUrl}/profile`);
      await addAuthenticator(page);
      await page.getByRole("button", { name: "Add passkey" }).click();
      const isStored = async () => (await person.call("GET", "/v1/console/session")).body.hasPasskey as boolean;
      await expect.poll(isStored, busyMachine).toBe(true);
    },
    confirmWithPasskey: async (page) => {
      const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
      await dialog.getByRole("button", { name: "Use passkey" }).click();
      await dialog.waitFor({ state: "detached" });
    },
  };
}
