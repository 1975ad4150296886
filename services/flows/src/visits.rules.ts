import { createHmac } from "node:crypto";

/** What a request says about whoever sent it. */
export interface Visit {
  method: string;
  userAgent: string;
  /** The headers with which browsers announce that nobody has asked for the page yet. */
  purposes: readonly (string | undefined)[];
}

/**
 * Programs, not people. Who draws a link preview names itself; people inside an app have a browser's name first
 * ("Mozilla/5.0 … [FBAN/…", "… Instagram 300"), and they count.
 */
const programs: readonly RegExp[] = [
  // How decent programs call themselves. CUBOT makes telephones.
  /(?<!cu)bot\b|(?<!cu)bot[/;_-]|crawl|spider|slurp|scrap|fetcher|archiver|preview|unfurl|monitor|uptime|validator/i,
  // Messengers and networks that fetch a page because somebody mentioned it.
  /whatsapp\/|facebookexternalhit|facebookcatalog|meta-external|facebot|slack-imgproxy|slackbot|telegram|twitterbot/i,
  /discordbot|linkedinbot|pinterest\/0|vkshare|^viber|^line-|embedly|iframely|tumblr\/|mastodon\/|cardyb|quora link/i,
  // Search engines and what belongs to them.
  /googleother|google-(inspectiontool|pagerenderer|read-aloud|safety|site-verification)|mediapartners|apis-google|feedfetcher/i,
  /yandex(images|video|media|metrika|direct|favicons)|petal|semrush|ahrefs|mj12|bytedance|perplexity|anthropic/i,
  // Browsers without anybody in front of them, and libraries.
  /headless|lighthouse|phantomjs|puppeteer|playwright|selenium|pingdom|statuscake|datadog|gtmetrix|ptst\//i,
  /^(curl|wget|httpie|python|aiohttp|go-http-client|java|okhttp|axios|node|undici|got|ruby|php|perl|libwww|lwp)\b/i,
  /^(apache-httpclient|postmanruntime|insomnia|dart|guzzlehttp|rest-client|http|k6)\b/i,
];

/** Whether a person is looking at the page, as far as a request can tell. */
export function isCounted({ method, userAgent, purposes }: Visit): boolean {
  if (method !== "GET") return false;
  if (purposes.some((purpose) => purpose && /prefetch|prerender|preview/i.test(purpose))) return false;
  return !isBot(userAgent);
}

export function isBot(userAgent: string): boolean {
  const agent = userAgent.trim();
  // Every browser says something.
  return agent === "" || programs.some((program) => program.test(agent));
}

/** One person in front of one browser on one day, as a number that leads back to nobody once the day's secret is gone. */
export function visitorId(
  secret: string,
  { businessId, slug, address, userAgent }: { businessId: string; slug: string; address: string; userAgent: string },
): string {
  return createHmac("sha256", Buffer.from(secret, "base64url"))
    .update(JSON.stringify([businessId, slug, address, userAgent]))
    .digest("base64url");
}

/** What one arrival adds to the counters of its flow. */
export interface Count {
  total: number;
  unique: number;
  completed: number;
}

/** What is known about a visitor of today: nothing, came, or registered. */
export type Known = "unknown" | "visited" | "completed";

/**
 * A registration without a counted visit (the page was opened before midnight, or another address was used since) is a visit
 * too. So every completion belongs to a unique visit and every unique visit to a visit, and
 * completed ≤ unique ≤ total needs no luck.
 */
export function countArrival(known: Known, isRegistration: boolean): Count {
  if (!isRegistration) return { total: 1, unique: known === "unknown" ? 1 : 0, completed: 0 };
  if (known === "unknown") return { total: 1, unique: 1, completed: 1 };
  return { total: 0, unique: 0, completed: known === "visited" ? 1 : 0 };
}
