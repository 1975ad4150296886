/** The parts of a page request from which we guess whether a person sees the page. */
interface PageRequestSource {
  method: string;
  userAgent: string;
  /** The headers with which browsers mark a prefetch. */
  purposes: readonly (string | undefined)[];
}

/**
 * User agents of programs. In-app browsers are not among them: they name a browser first
 * ("Mozilla/5.0 … [FBAN/…", "… Instagram 300"), and a person sees the page.
 */
const botPatterns: readonly RegExp[] = [
  // Words in the names of bots. CUBOT is a maker of telephones.
  /(?<!cu)bot\b|(?<!cu)bot[/;_-]|crawl|spider|slurp|scrap|fetcher|archiver|preview|unfurl|monitor|uptime|validator/i,
  // Messengers and social networks that fetch a page to show a link preview.
  /whatsapp\/|facebookexternalhit|facebookcatalog|meta-external|facebot|slack-imgproxy|slackbot|telegram|twitterbot/i,
  /discordbot|linkedinbot|pinterest\/0|vkshare|^viber|^line-|embedly|iframely|tumblr\/|mastodon\/|cardyb|quora link/i,
  // Search engines and their tools.
  /googleother|google-(inspectiontool|pagerenderer|read-aloud|safety|site-verification)|mediapartners|apis-google|feedfetcher/i,
  /yandex(images|video|media|metrika|direct|favicons)|petal|semrush|ahrefs|mj12|bytedance|perplexity|anthropic/i,
  // Automated browsers and HTTP libraries.
  /headless|lighthouse|phantomjs|puppeteer|playwright|selenium|pingdom|statuscake|datadog|gtmetrix|ptst\//i,
  /^(curl|wget|httpie|python|aiohttp|go-http-client|java|okhttp|axios|node|undici|got|ruby|php|perl|libwww|lwp)\b/i,
  /^(apache-httpclient|postmanruntime|insomnia|dart|guzzlehttp|rest-client|http|k6)\b/i,
];

/** Whether a person probably sees the page: no HEAD, no prefetch, no bot. */
export function isPersonViewing({ method, userAgent, purposes }: PageRequestSource): boolean {
  if (method !== "GET") return false;
  if (purposes.some((purpose) => purpose && /prefetch|prerender|preview/i.test(purpose))) return false;
  return !isBot(userAgent);
}

export function isBot(userAgent: string): boolean {
  const trimmed = userAgent.trim();
  // Every browser sends a user agent.
  return trimmed === "" || botPatterns.some((pattern) => pattern.test(trimmed));
}
