import { expect, test } from "vitest";
import { describeBrowser } from "./browsers.rules.js";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/126.0 Safari/537.36`, "Chrome · Linux"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/126.0 Safari/537.36`, "Chrome · Linux"],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webKit} Chrome/126.0 Mobile Safari/537.36`, "Chrome · Android"],
  [
    `Mozilla/5.0 (Linux; Android 14) ${webKit} SamsungBrowser/25.0 Chrome/121.0 Safari/537.36`,
    "Samsung Internet · Android",
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/126.0 Safari/537.36 Edg/126.0`, "Edge · Windows"],
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/126.0 Safari/537.36 OPR/111.0`, "Opera · Windows"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox · macOS"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 Version/17.5 Safari/604.1",
    "Safari · iPhone",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 CriOS/126.0 Safari/604.1",
    "Chrome · iPhone",
  ],
  ["Mozilla/5.0 (PlayStation 5) Chrome/90.0", "Chrome"],
  ["curl/8.5.0", undefined],
  ["", undefined],
])("the browser %s is called %s", (userAgent, name) => {
  expect(describeBrowser(userAgent)).toBe(name);
});
