// A real mesh with the application in a real browser. Skipped, with a line that says so, where there is no Chromium.
import { hasChromium, startBrowser, toBrowserTitle } from "@tenant-ops/kit/testing/browser";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { type Business, useSharedMesh, type TestMesh } from "./test-mesh.js";

/** Directory for pictures of every page that is checked; without it none are taken. */
const picturesDir = process.env["CONSOLE_PICTURES"];

export const languages = ["es", "en", "pt"] as const;

export interface Looks {
  language?: (typeof languages)[number];
  theme?: "light" | "dark";
  width?: number;
}

export interface OpenPage {
  page: Page;
  /** What the browser wrote to its console, and errors of scripts. */
  problems: string[];
}

export interface ConsoleBrowser {
  testMesh: TestMesh;
  business: Business;
  appUrl: string;
  /** The session cookie of a new member of the business. */
  signIn(role?: string, business?: Business): Promise<string>;
  /** A window in which the person is signed in, on a page of the business: `/settings/keys`. */
  open(session: string, path: string, looks?: Looks): Promise<OpenPage>;
  /** Another page in the same window, which has the files of the application already. */
  goTo(page: Page, path: string): Promise<void>;
  stop(): Promise<void>;
}

/** `describe`, or a test that is reported as skipped. */
export function describeInBrowser(title: string, run: () => void): void {
  const name = toBrowserTitle(title);
  if (!hasChromium) process.stderr.write(`${name}\n`);
  // oxlint-disable-next-line vitest/valid-describe-callback, vitest/valid-title -- both are the parameters of this function
  describe.skipIf(!hasChromium)(name, { timeout: 300_000 }, run);
}

export async function startConsoleBrowser(): Promise<ConsoleBrowser> {
  const [testMesh, browser] = await Promise.all([useSharedMesh(), startBrowser()]);
  // With every tool, so that tests can create records of every kind.
  const business = await testMesh.createBusiness({ toolsets: ["all"] });
  const { appUrl } = testMesh.mesh;
  const goTo = async (page: Page, path: string) => {
    await page.goto(`${appUrl}${path === "/profile" ? path : `/b/${business.businessId}${path}`}`);
    await page.locator("h1").waitFor();
  };
  return {
    testMesh,
    business,
    appUrl,
    signIn: (role = "owner", { businessId } = business) => redeemNewInvitation(testMesh, businessId, role),
    open: async (session, path, looks = {}) => {
      const context = await openContext(browser, looks);
      await context.addCookies([{ name: "session", value: session, url: appUrl, httpOnly: true, sameSite: "Lax" }]);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(error.message));
      await goTo(page, path);
      return { page, problems };
    },
    goTo,
    stop: () => browser.close(),
  };
}

async function openContext(browser: Browser, { language = "en", theme = "light", width = 1280 }: Looks) {
  const context = await browser.newContext({
    locale: language,
    colorScheme: theme,
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
  });
  // For a busy machine; only a failing test waits this long.
  context.setDefaultTimeout(60_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  return context;
}

/** Signs in as a person does, by the button of an invitation link. */
async function redeemNewInvitation(testMesh: TestMesh, businessId: string, role: string): Promise<string> {
  const email = `${role}-${crypto.randomUUID()}@example.com`;
  const { url } = await testMesh.callAdmin("POST", `/businesses/${businessId}/invitations`, {
    name: `Ana ${role}`,
    email,
    role,
  });
  const link = String(url);
  const { headers, status } = await fetch(link, {
    method: "POST",
    redirect: "manual",
    headers: { origin: new URL(link).origin },
  });
  const [cookie = ""] = headers.getSetCookie();
  const [, session] = /^session=([^;]+)/.exec(cookie) ?? [];
  if (!session) throw new Error(`the link did not sign in: ${status} ${cookie}`);
  return session;
}

/** What axe finds wrong on the page, a line for each. `rules`: ids of its rules; all of them when left out. */
export async function findAccessibilityProblems(page: Page, rules?: string[]): Promise<string[]> {
  // The content security policy of the page forbids inline scripts; a script that is run this way is not affected.
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (runOnly) => (globalThis as unknown as { axe: typeof axe }).axe.run(runOnly ? { runOnly } : {}),
    rules,
  );
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" ")}`);
}

export async function takePicture(page: Page, name: string): Promise<void> {
  if (!picturesDir) return;
  await page.screenshot({ path: `${picturesDir}/${name.replaceAll(/[^\w-]+/g, "_")}.png`, fullPage: true });
}

/** Checks a page in light and dark: axe finds nothing, and `checkWidths` passes. */
export async function checkThemesAndWidths(page: Page, name: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    // A theme changes nothing but colors.
    expect(await findAccessibilityProblems(page, theme === "light" ? undefined : ["color-contrast"])).toEqual([]);
    await checkWidths(page, `${name}-${theme}`);
  }
}

/** Checks that nothing is wider than the screen, on a wide screen and on a telephone. Takes a picture of each, `<name>-<width>`. */
export async function checkWidths(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect([name, width, await page.evaluate(overflow)]).toEqual([name, width, 0]);
    await takePicture(page, `${name}-${width}`);
  }
}

/** Presses the tab key until the control with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  // The list or dialog with the control may still be loading, and then the tab key would not reach it.
  await page.waitForFunction(`(${hasControl})(${JSON.stringify(name)})`);
  for (let presses = 0; presses < 60; presses += 1) {
    const focused = await page.evaluate(readFocusedName);
    if (focused === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the tab key does not reach "${name}"`);
}

const readName = `(element) => (element.labels?.[0]?.textContent ?? element.textContent).trim()`;
const readFocusedName = `(${readName})(document.activeElement)`;
const hasControl = `(name) =>
  [...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex]")]
    .some((element) => (${readName})(element) === name)`;
