// Replaces what differs from run to run: ids, times, secrets, cursors, addresses. A second recording then gives the same files.

import { today } from "./today.mjs";

// Gift types have the same ids everywhere, and callers send them.
export const idPattern = /\b(?!gty_)([a-z]{2,5})_[0-9a-hjkmnp-tv-z]{26}\b/g;
const timePattern = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const uuidPattern = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const hourMs = 3_600_000;
/** Times that are further away come from the scenario and are kept. */
const ownHoursMax = 40 * 24;
const exampleDay = "2026-03-02";
const baseTime = Date.parse(`${exampleDay}T15:00:00.000Z`);
const digits = "0123456789abcdefghjkmnpqrstvwxyz";

/** Values that are replaced as a whole, by the name of their field. */
const replacedFields = {
  next_cursor: "MTAwLWV4YW1wbGU",
  cursor: "MTAwLWV4YW1wbGU",
  secret: "whsec_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE",
  key: "svc_live_EXAMPLE",
  client_secret: "svc_live_EXAMPLE",
  hint: "svc_live_…MPLE",
  access_token: "eyJhbGciOiJFZERTQSJ9.EXAMPLE.EXAMPLE",
  requestedByHash: "EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE0",
  // Days in UTC, and those of the businesses are others.
  firstDay: exampleDay,
  lastDay: exampleDay,
  durationMs: 42,
  ms: 42,
};

/** @param origins of this run; they become addresses that show what they are */
export function createNormalizer([url, operatorUrl]) {
  const startedAt = Date.now();
  const ids = new Map();
  const times = new Map();
  let exchanges = 0;

  function normalizeText(text) {
    return (
      text
        .replaceAll(/\breq_[0-9a-f]{32}\b/g, (id) =>
          remember(ids, id, (n) => `req_${n.toString(16).padStart(32, "0")}`),
        )
        .replaceAll(idPattern, (id, prefix) => remember(ids, id, (n) => toStableId(prefix, n)))
        // Computed from the secret of the installation.
        .replaceAll(/\bvis_[0-9a-f]{32}\b/g, (id) =>
          remember(ids, id, (n) => `vis_${n.toString(16).padStart(32, "0")}`),
        )
        .replaceAll(uuidPattern, (uuid) =>
          remember(ids, uuid, (n) => `6f1c2a40-8d35-4b7e-9a10-0000000000${String(n).padStart(2, "0")}`),
        )
        // The secret in the link of a test run.
        .replaceAll(/\b(tst_[0-9a-z]{26})\.[\w-]{43}/g, `$1.${"EXAMPLE".repeat(7).slice(0, 43)}`)
        .replaceAll(/\btest-[0-9a-f]{24}-/g, "test-1a2b3c4d5e6f7a8b9c0d1e2f-")
        .replaceAll(/\bvisitor-(\w+)=[\w-]{43}/g, `visitor-$1=${"EXAMPLE".repeat(7).slice(0, 43)}`)
        .replaceAll(/\bregistration=[\w-]{43}/g, `registration=${"EXAMPLE".repeat(7).slice(0, 43)}`)
        // Claim codes of prizes.
        .replaceAll(/\b[2-9A-HJ-NP-TV-Z]{4}-[2-9A-HJ-NP-TV-Z]{4}\b/g, "7KMD-2XWQ")
        .replaceAll(timePattern, normalizeTime)
        .replaceAll(today, exampleDay)
        .replaceAll(/([?&]cursor=)[^&>"]+/g, `$1${replacedFields.cursor}`)
        .replaceAll(operatorUrl, "https://operator.example.com")
        .replaceAll(url, "https://api.example.com")
        // The address of the application, and the secret in the link of an invitation.
        .replaceAll(/http:\/\/localhost:\d+/g, "https://app.example.com")
        .replaceAll(/(\/invitation\/)[\w.-]+/g, `$1${"EXAMPLE".repeat(7).slice(0, 43)}`)
        .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "https://shop.example.com")
    );
  }

  /** Times of one exchange become one second; a time hours away, such as an expiry, stays as many hours away. */
  function normalizeTime(text) {
    const time = Date.parse(text);
    const hours = Math.round((time - startedAt) / hourMs);
    if (Math.abs(hours) > ownHoursMax) return text;
    return remember(times, text, () => new Date(baseTime + hours * hourMs + exchanges * 1000).toISOString());
  }

  function normalizeValue(value, name) {
    if (["string", "number"].includes(typeof value) && name in replacedFields) return replacedFields[name];
    if (name === "personHashes") return value.map(() => "EXAMPLE".repeat(7).slice(0, 43));
    if (typeof value === "string") return normalizeText(value);
    if (Array.isArray(value)) return value.map((entry) => normalizeValue(entry, ""));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [normalizeText(key), normalizeValue(entry, key)]),
    );
  }

  return (exchange) => {
    exchanges += 1;
    return normalizeValue(exchange, "");
  };
}

/** The id that stands for the n-th id of a recording. */
export const toStableId = (prefix, n) => `${prefix}_01k2m8e5v3f7a9b0c1d2e3f4${toTwoDigits(n)}`;

function remember(known, value, create) {
  if (!known.has(value)) known.set(value, create(known.size + 1));
  return known.get(value);
}

function toTwoDigits(n) {
  return `${digits[Math.floor(n / 32) % 32]}${digits[n % 32]}`;
}
