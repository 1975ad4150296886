import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test, vi } from "vitest";
import { findFreePort, findPortFrom, highestPort, lowestPort, parsePort } from "./ports.mjs";

test("the next free port is used when the wanted one is in use", async () => {
  const wanted = await findFreePort();
  const server = createServer().listen(wanted, "127.0.0.1");
  await once(server, "listening");
  expect(await findPortFrom(wanted)).toBeGreaterThan(wanted);
  await new Promise((resolve) => server.close(resolve));
});

test("a port that another running process was given is not handed out again, even before anything listens on it", async () => {
  const module = JSON.stringify(new URL("ports.mjs", import.meta.url).href);
  const script = `const { findFreePort } = await import(${module}); console.log(await findFreePort()); setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const random = vi.spyOn(Math, "random");
  try {
    const [theirs] = await once(other.stdout, "data");
    // A number for which the search begins at the same port.
    random.mockReturnValueOnce((Number(theirs) + 0.5 - lowestPort) / (highestPort - lowestPort));
    expect(await findFreePort()).not.toBe(Number(theirs));
  } finally {
    random.mockRestore();
    other.kill();
  }
});

test.each(["abc", "0", "65536", "80.5", "-1", "1e3"])("PORT=%s is refused with a sentence", (text) => {
  expect(() => parsePort("PORT", text)).toThrow(`PORT: "${text}" is not a port`);
});

test("a port number is accepted", () => {
  expect(parsePort("PORT", "8080")).toBe(8080);
});
