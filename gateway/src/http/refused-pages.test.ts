import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway } from "../testing.js";

const started: TestGateway[] = [];
async function start(settings: Record<string, string>): Promise<TestGateway> {
  const gateway = await startTestGateway(createTestSettings(settings));
  started.push(gateway);
  return gateway;
}

const answers = new URLSearchParams({ name: 'Ana "Flor" <b>', wish: "two\r\nlines", _submission: "once" });
const formType = "application/x-www-form-urlencoded";

async function send(gateway: TestGateway, method: string, path: string, headers: Record<string, string> = {}) {
  const body = method === "POST" ? answers.toString() : undefined;
  const answer = await gateway.request(method, path, { headers: { "content-type": formType, ...headers }, body });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

type Answer = Awaited<ReturnType<typeof send>>;

function expectPage({ headers, text }: Answer, language = "en"): void {
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text).toContain(`<html lang="${language}">`);
  expect(text).toContain("<h1>");
}
const expectKept = (text: string) => {
  expect(text).toMatch(/<input type="hidden" name="name" value="Ana &quot;Flor&quot; &lt;b&gt;" ?\/>/);
  expect(text.match(/type="hidden"/g)).toHaveLength(3);
};

describe("a hall behind one address", () => {
  afterEach(() => Promise.all(started.splice(0).map((gateway) => gateway.close())));

  test("that has looked at more pages than it may can still send its forms", async () => {
    const gateway = await start({ RATE_PUBLIC_PER_MINUTE: "1" });
    await expect.poll(async () => (await send(gateway, "GET", "/flow/summer")).status).toBe(429);
    for (const language of ["es", "en", "pt"]) {
      const refused = await send(gateway, "GET", "/flow/summer?utm_source=a", { "accept-language": language });
      expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
      expectPage(refused, language);
      expect(refused.text).toMatch(/data-seconds="\d+"/);
    }
    // The service is down in this test; the form was accepted.
    expect((await send(gateway, "POST", "/flow/summer")).status).toBe(503);
  });

  test("that sends more forms than it may keeps its answers, which are sent again", async () => {
    const gateway = await start({ RATE_VISITOR_FORMS_PER_MINUTE: "1" });
    await expect.poll(async () => (await send(gateway, "POST", "/flow/summer")).status).toBe(429);
    // As many again are kept. What comes after that costs no more than any other refusal.
    const pages = await Promise.all([1, 2, 3].map(() => send(gateway, "POST", "/roulette/rlt_1")));
    for (const page of pages) expectPage(page);
    expect(pages.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(pages.at(-1)?.text).not.toContain('type="hidden"');
    expect((await send(gateway, "GET", "/flow/summer")).status).toBe(503);
  });

  test("that has too much under way keeps its answers", async () => {
    const gateway = await start({ IN_FLIGHT_PER_ADDRESS_MAX: "0" });
    const refused = await send(gateway, "POST", "/flow/summer", { "accept-language": "es-MX" });
    expect(refused.status).toBe(503);
    expectPage(refused, "es");
    expectKept(refused.text);
    expect(refused.text).toMatch(/data-seconds="\d+"/);
  });
});

test("the form of another site is not kept, also when too much is under way", async () => {
  const gateway = await start({ IN_FLIGHT_MAX: "0" });
  const kept = [];
  for (const origin of [gateway.url, "https://evil.example"])
    kept.push((await send(gateway, "POST", "/flow/summer", { origin })).text.includes('type="hidden"'));
  expect(kept).toEqual([true, false]);
  await gateway.close();
  started.length = 0;
});

describe("every refusal of a request for a public page is a page:", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  test.each([
    ["a service that is down", 503, "GET", "/roulette/rlt_1", {}],
    ["another method", 405, "DELETE", "/course/crs_1", {}],
    ["a path that is no URL", 400, "GET", "/flow/%zz", {}],
    ["another site", 403, "POST", "/flow/summer", { origin: "https://evil.example" }],
    ["a compressed form", 415, "POST", "/flow/summer", { "content-encoding": "gzip" }],
    ["another type", 400, "POST", "/flow/summer", { "content-type": "application/json" }],
    ["a file that is no form", 415, "POST", "/flow/summer/registration/reg_1/files/doc_1", {}],
  ] as [string, number, string, string, Record<string, string>][])(
    "%s",
    async (_name, status, method, path, headers) => {
      const answer = await send(gateway, method, path, { ...headers, "accept-language": "pt-BR" });
      expect(answer.status).toBe(status);
      expectPage(answer, "pt");
    },
  );

  test("a form whose service is down is kept, and sent again by itself", async () => {
    const answer = await send(gateway, "POST", "/flow/summer");
    expect(answer.status).toBe(503);
    expectKept(answer.text);
    expect(answer.text).toMatch(/data-seconds="\d+"/);
  });

  test("an address that was mistyped in a browser is a page, and under /v1/ an answer for programs", async () => {
    const read = async (path: string, accept: string) => {
      const answer = await send(gateway, "GET", path, { accept, "accept-language": "es-MX" });
      return { ...answer, type: answer.headers.get("content-type") };
    };
    const page = await read("/nowhere", "text/html,*/*;q=0.8");
    expect(page.status).toBe(404);
    expectPage(page, "es");
    expect(page.text).not.toContain("openapi");
    const json = "application/json; charset=utf-8";
    expect(await read("/nowhere", "*/*")).toMatchObject({ status: 404, type: json });
    expect(await read("/v1/nowhere", "text/html")).toMatchObject({ status: 404, type: json });
  });

  test("also for people who open a page of the console, and not for its programs", async () => {
    const open = (accept: string) =>
      fetch(`${gateway.url.replace("127.0.0.1", "localhost")}/sign-in`, { headers: { accept } });
    const types = [];
    for (const accept of ["text/html,application/xhtml+xml", "*/*"])
      types.push((await open(accept)).headers.get("content-type"));
    expect(types).toEqual(["text/html; charset=utf-8", "application/json; charset=utf-8"]);
  });
});
