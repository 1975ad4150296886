// The application in a real browser. Skipped, with a line that says so, where there is no Chromium.
import {
  findAccessibilityProblems,
  findOutside,
  findOverflow,
  getBrowser,
  hasChromium,
  toBrowserTitle,
} from "@tenant-ops/kit/testing/browser";
import type { Page, Request } from "playwright-core";
import { describe, expect } from "vitest";

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

const openRequests = new WeakMap<Page, Set<Request>>();

/** `describe`, or a test that is reported as skipped. */
export function describeInBrowser(title: string, run: () => void): void {
  const name = toBrowserTitle(title);
  if (!hasChromium) process.stderr.write(`${name}\n`);
  // oxlint-disable-next-line vitest/valid-describe-callback, vitest/valid-title -- both are the parameters of this function
  describe.skipIf(!hasChromium)(name, { timeout: 300_000 }, run);
}

/** A window of its own, with the session cookie. */
export async function openWindow(
  appUrl: string,
  session: string,
  { language = "en", theme = "light", width = 1280 }: Looks,
): Promise<OpenPage> {
  const browser = await getBrowser();
  const context = await browser.newContext({
    locale: language,
    colorScheme: theme,
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
  });
  // For a busy machine; only a failing test waits this long.
  context.setDefaultTimeout(60_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.addCookies([{ name: "session", value: session, url: appUrl, httpOnly: true, sameSite: "Lax" }]);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  const requests = new Set<Request>();
  page.on("request", (request) => {
    // A request of the page before may end without an event.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear();
    requests.add(request);
  });
  for (const event of ["requestfinished", "requestfailed"] as const)
    page.on(event as "requestfinished", (request) => requests.delete(request));
  openRequests.set(page, requests);
  return { page, problems };
}

/** Goes to another page as a link does, without loading the application again. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`if (location.pathname !== ${JSON.stringify(path)}) {
    for (const heading of document.querySelectorAll("h1")) heading.dataset.left = "";
    history.pushState(null, "", ${JSON.stringify(path)});
  }`);
  // The heading of the page before stays until the files of the next one are there.
  await page.locator("h1:not([data-left])").waitFor();
}

const twoFrames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** Waits until the page shows everything that it reads. */
export async function waitUntilRead(page: Page): Promise<void> {
  const requests = openRequests.get(page);
  const isRead = async () => {
    if (requests?.size) return false;
    // What an answer shows can ask for more.
    await page.evaluate(twoFrames);
    return !requests?.size && (await page.locator(".loading").count()) === 0;
  };
  await expect.poll(isRead).toBe(true);
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
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect([name, width, await findOverflow(page)]).toEqual([name, width, 0]);
    expect([name, width, await findOutside(page)]).toEqual([name, width, []]);
    await takePicture(page, `${name}-${width}`);
  }
}

/** Presses the tab key until the control with this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  // The list or dialog with the control may still be loading, and then the tab key would not reach it.
  // Not `waitForFunction`: it evaluates a text in the page again and again, which the content security policy of the page forbids.
  await expect.poll(() => page.evaluate(`(${hasControl})(${JSON.stringify(name)})`)).toBe(true);
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
