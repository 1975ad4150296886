// npm run pictures: takes the pictures of docs/ from the running mesh of this checkout (npm start), with Debian's `chromium` and `fonts-noto-color-emoji`.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { print, printFailure } from "./lib/console.mjs";
import { createConsoleLink } from "./lib/demo/demo.mjs";
import { createTenantClient } from "./lib/mesh/gateway-client.mjs";
import { requireRunningMesh } from "./lib/mesh/running-mesh.mjs";
import { dataDir, readJson, root } from "./lib/paths.mjs";
import { installPackages } from "./lib/setup/install.mjs";

const folder = join(root, "docs/pictures");
const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

/** By the name of the picture: a page of the application, behind `/b/{businessId}`, and a heading at which the picture begins. */
const listPages = ({ rouletteId, slug }) => ({
  roulette: { path: `/roulettes/${rouletteId}` },
  flow: { path: `/flows/${slug}`, from: "Set-up" },
});

try {
  // The browser's library is one of the development dependencies, which `npm start` does not install.
  await installPackages();
  const { chromium } = await import("playwright-core");
  const mesh = await requireRunningMesh();
  const { operatorKey } = await readJson(join(dataDir, "secrets.json"));
  const { businessId } = mesh.demo;
  const tenant = createTenantClient(mesh.gatewayUrl, mesh.demo);
  const { items: roulettes } = await tenant.rest("GET", "/v1/public/roulettes");
  const { items: flows } = await tenant.rest("GET", "/v1/public/flows");
  const link = await createConsoleLink({ operatorUrl: mesh.operatorUrl, operatorKey, businessId });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    await mkdir(folder, { recursive: true });
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      locale: "en",
      reducedMotion: "reduce",
    });
    await page.goto(link);
    await page.locator("main button").click();
    await page.waitForURL(/sign-in\/new-passkey|\/b\//);
    const { origin } = new URL(page.url());
    const ids = { rouletteId: roulettes[0]._id, slug: flows[0].slug };
    for (const [name, { path, from }] of Object.entries(listPages(ids))) {
      await page.goto(`${origin}/b/${businessId}${path}`);
      await page.waitForLoadState("networkidle");
      if (from) {
        await page.getByRole("heading", { name: from }).evaluate((heading) => {
          heading.style.scrollMarginTop = "24px";
          heading.scrollIntoView();
        });
      }
      await page.screenshot({ path: join(folder, `${name}.png`) });
      print(`docs/pictures/${name}.png`);
    }
  } finally {
    await browser.close();
  }
} catch (error) {
  printFailure("Taking pictures", error);
  process.exitCode = 1;
}
