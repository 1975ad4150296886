import { normalizeText } from "@tenant-ops/kit/texts";
import type { visitSources } from "@tenant-ops/rest/flows";

/**
 * How a visitor is recognised, the weakest first. `cookie`: by a cookie of the flow, which a visitor gets who begins a proof, or whose registration has steps
 * after its form. `proof`: by a proven phone, e-mail address or account. All others by their address and browser, or by their answers.
 */
export const identities = ["neither", "cookie", "proof"] as const;
export type Identity = (typeof identities)[number];

/** Where visitors come from. */
export type Source = (typeof visitSources)[number];

interface SourceSigns {
  /** `utm_source` of the address; empty without one. */
  utmSource: string;
  userAgent: string;
  /** The header of this name; browsers often send only its origin. */
  referer: string;
}

type Patterns = readonly (readonly [Source, RegExp])[];

const utmSources: Patterns = [
  ["instagram", /^(ig|insta)/i],
  ["facebook", /^(fb|facebook|meta)/i],
  ["whatsapp", /^(wa|whatsapp)/i],
  ["tiktok", /^(tt|tiktok)/i],
  ["youtube", /^(yt|youtube)/i],
  ["x", /^(x|twitter)$/i],
  ["linkedin", /^linkedin/i],
  ["email", /mail|newsletter|bolet|mailchimp|brevo/i],
  ["search", /^(google|bing|adwords)/i],
];

/** Browsers in applications send no `Referer`, but name the application. */
const applications: Patterns = [
  ["instagram", /instagram/i],
  ["facebook", /\b(fban|fbav|fb_iab)\b/i],
  ["whatsapp", /whatsapp/i],
  ["tiktok", /tiktok|musical_ly|bytedance/i],
  ["linkedin", /linkedinapp/i],
  ["x", /twitter/i],
];

const hosts: Patterns = [
  ["email", /(^|\.)(mail\.[a-z.]+|outlook\.(live|office)\.com|com\.google\.android\.gm)$/i],
  [
    "search",
    /(^|\.)((google|bing|yahoo|ecosia)\.[a-z.]+|duckduckgo\.com|com\.google\.android\.googlequicksearchbox)$/i,
  ],
  ["instagram", /(^|\.)instagram\.com$/i],
  ["facebook", /(^|\.)(facebook\.com|fb\.(com|me)|messenger\.com)$/i],
  ["whatsapp", /(^|\.)(whatsapp\.com|wa\.me)$/i],
  ["tiktok", /(^|\.)tiktok\.com$/i],
  ["youtube", /(^|\.)(youtube\.com|youtu\.be)$/i],
  ["x", /(^|\.)(x\.com|twitter\.com|t\.co)$/i],
  ["linkedin", /(^|\.)(linkedin\.com|lnkd\.in)$/i],
];

/** What the link says comes first, then the application, then the page with the link. A visitor can send anything, so this is no proof. */
export function readSource({ utmSource, userAgent, referer }: SourceSigns): Source {
  const given = normalizeText(utmSource);
  if (given !== "") return find(utmSources, given) ?? "other";
  const application = find(applications, userAgent);
  if (application) return application;
  if (referer === "") return "direct";
  return (URL.canParse(referer) && find(hosts, new URL(referer).hostname)) || "other";
}

const find = (patterns: Patterns, text: string): Source | undefined =>
  patterns.find(([, pattern]) => pattern.test(text))?.[0];
