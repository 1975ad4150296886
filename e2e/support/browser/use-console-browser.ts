import { MongoClient } from "mongodb";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { type Looks, navigateTo, type OpenPage, openWindow } from "./console-browser.js";
import { addAuthenticator, forgetProof, joinBusiness, type Person } from "../people/people.js";
import { type Business, type TestMesh, useSharedMesh } from "../mesh/test-mesh.js";

export interface ConsoleBrowser {
  readonly testMesh: TestMesh;
  /** With a key for every tool, so that tests can create records of every kind. */
  readonly business: Business;
  readonly appUrl: string;
  readonly mongo: MongoClient;
  /** The session cookie of a new member of the business. */
  signIn(role?: string, business?: Business): Promise<string>;
  /** A window in which the person is signed in, on a page of the business: `/settings/keys`. */
  open(session: string, path: string, looks?: Looks): Promise<OpenPage>;
  /** A window of a new member, and this member without a window. */
  openAs(
    role: string,
    path: string,
    given?: { business?: Business; looks?: Looks },
  ): Promise<OpenPage & { session: string; person: Person }>;
  /** Another page in the same window, without loading the application again. */
  goTo(page: Page, path: string, business?: Business): Promise<void>;
  toUrl(business: Business, path: string): string;
  /** Makes the last proof of this person too old for a change. */
  forgetProof(person: Person, business?: Business): Promise<void>;
  /** Adds a passkey in the profile, with an authenticator of the browser. The window is on another page afterwards. */
  addPasskey(page: Page, person: Person): Promise<void>;
  /** Confirms with the passkey in the dialog that asks for it. */
  confirmWithPasskey(page: Page): Promise<void>;
}

/** The profile belongs to no business. */
const toPath = ({ businessId }: Business, path: string) => (path === "/profile" ? path : `/b/${businessId}${path}`);

/** The shared mesh with a business, a browser and the database, for the tests of a `describe`. */
export function useConsoleBrowser(): ConsoleBrowser {
  let started: { testMesh: TestMesh; business: Business; mongo: MongoClient } | undefined;
  const windows: OpenPage[] = [];
  beforeAll(async () => {
    const testMesh = await useSharedMesh();
    const business = await testMesh.createBusiness({ toolsets: ["all"] });
    started = { testMesh, business, mongo: new MongoClient(testMesh.mesh.mongodbUrl) };
  });
  afterAll(async () => {
    await Promise.all(windows.map(({ page }) => page.context().close()));
    await started?.mongo.close();
  });
  const get = () => {
    if (!started) throw new Error("the mesh is known after beforeAll");
    return started;
  };
  const getAppUrl = () => get().testMesh.mesh.appUrl;
  const open = async (session: string, path: string, looks: Looks = {}) => {
    const opened = await openWindow(getAppUrl(), session, looks);
    windows.push(opened);
    await opened.page.goto(`${getAppUrl()}${path}`);
    return opened;
  };
  const join = (role: string, business = get().business) =>
    joinBusiness(get().testMesh, business.businessId, { role, name: `Ana ${role}` });
  const readSession = ({ cookie }: Person) => cookie.replace("session=", "");
  return {
    get testMesh() {
      return get().testMesh;
    },
    get business() {
      return get().business;
    },
    get appUrl() {
      return getAppUrl();
    },
    get mongo() {
      return get().mongo;
    },
    toUrl: (business, path) => `${getAppUrl()}${toPath(business, path)}`,
    signIn: async (role = "owner", business) => readSession(await join(role, business)),
    open: async (session, path, looks) => {
      const opened = await open(session, toPath(get().business, path), looks);
      await opened.page.locator("h1").waitFor();
      return opened;
    },
    openAs: async (role, path, { business = get().business, looks } = {}) => {
      const person = await join(role, business);
      const session = readSession(person);
      return { ...(await open(session, toPath(business, path), looks)), session, person };
    },
    goTo: (page, path, business = get().business) => navigateTo(page, toPath(business, path)),
    forgetProof: async (person, { businessId } = get().business) => {
      const { testMesh, mongo } = get();
      await forgetProof(testMesh, mongo, person);
      const path = `/v1/console/businesses/${businessId}`;
      // The gateway caches sessions for a moment; an empty change shows when it has read this one again.
      const change = async () => (await person.call("PATCH", path, { requireProposal: false })).body.error;
      await expect.poll(change).toBe("step_up_required");
    },
    addPasskey: async (page, person) => {
      await navigateTo(page, "/profile");
      await addAuthenticator(page);
      await page.getByRole("button", { name: "Add passkey" }).click();
      const isStored = async () => (await person.call("GET", "/v1/console/session")).body.hasPasskey as boolean;
      await expect.poll(isStored).toBe(true);
    },
    confirmWithPasskey: async (page) => {
      const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
      await dialog.getByRole("button", { name: "Use passkey" }).click();
      await dialog.waitFor({ state: "detached" });
    },
  };
}
