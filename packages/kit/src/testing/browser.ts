import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
/** Directory for screenshots; without it none are taken. */
const screenshotDir = process.env["PAGE_PICTURES"];

export const hasChromium = existsSync(executablePath);

/** The title of a group of browser tests, which says so when it is skipped. */
export function toBrowserTitle(title: string): string {
  return hasChromium ? title : `${title}: SKIPPED, no Chromium at ${executablePath} (CHROMIUM_PATH names another)`;
}

const windows = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} satisfies Record<string, BrowserContextOptions>;

/** A phone and a desktop, light and dark. */
export const appearances = Object.entries(windows).flatMap(([window, options]) =>
  (["light", "dark"] as const).map((colorScheme) => ({
    name: `${window}-${colorScheme}`,
    options: { ...options, colorScheme } as BrowserContextOptions,
  })),
);

/**
 * The first language on a phone and a desktop, light and dark; each other one on a light phone and a dark desktop. A language changes texts, and a
 * window changes layout and colors, so testing every pair would find no more problems.
 */
export const pairLooks = <Language>(languages: readonly Language[]) =>
  languages.flatMap((language, index) =>
    appearances
      .filter(({ name }) => index === 0 || ["phone-light", "desktop-dark"].includes(name))
      .map((appearance) => ({ ...appearance, language })),
  );

const flags =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** Many records of tests name this host. Its port is closed, so no test waits for the internet. */
const unreachable = "--host-resolver-rules=MAP example.com 127.0.0.1:1";

let browser: Promise<Browser> | undefined;

/** The one browser of this worker, for all its test files: starting one takes a second. It ends with the worker. */
export function getBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

function launchBrowser(): Promise<Browser> {
  // vitest ends a worker by SIGTERM. On exit Playwright ends the browser and deletes its files; on SIGTERM alone it would wait.
  process.once("SIGTERM", () => process.exit());
  const args = [...flags.split(" "), unreachable];
  return chromium.launch({ executablePath, headless: true, args, handleSIGTERM: false });
}

/** Chromium's own user agent names a headless browser, which counts as a bot. */
const userAgent =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36";

/**
 * Runs `work` with a new page, which shares no cookies with others. Nothing moves on it: what appears slowly has other colors for axe.
 * @returns the errors of the console and the pages
 */
export async function withPage(options: BrowserContextOptions, work: (page: Page) => Promise<void>): Promise<string[]> {
  const context = await (await getBrowser()).newContext({ userAgent, reducedMotion: "reduce", ...options });
  // For a busy machine; only a failing test waits this long.
  context.setDefaultTimeout(60_000);
  try {
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    await work(page);
    return problems;
  } finally {
    await context.close();
  }
}

/** What axe finds wrong on the page, a line for each. `rules`: ids of its rules; all of them when left out. */
export async function findAccessibilityProblems(page: Page, rules?: string[]): Promise<string[]> {
  // Only where it is used: otherwise each page would parse it. A content security policy does not affect a script that is run this way.
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** By how many pixels the page is wider than the window. */
export const findOverflow = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** What reaches further to the right than the content of the page, without being wider than the window. */
export const findOutside = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const main = document.querySelector("main");
    const right = main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight);
    return [...main.querySelectorAll(".card, .facts, .table-frame, .chart, .notice, .badge, button, form")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > right + 1)
      .map((one) => one.className + ": " + one.textContent.slice(0, 60));
  })()`);

/** What is wrong with a page: findings of axe, and content that is wider than the window. */
export async function findPageProblems(page: Page, name: string): Promise<string[]> {
  if (screenshotDir) await page.screenshot({ path: `${screenshotDir}/${name}.png`, fullPage: true });
  const problems = await findAccessibilityProblems(page);
  const overflow = await findOverflow(page);
  return [...problems, ...(overflow === 0 ? [] : [`${overflow} px wider than the window`])];
}
