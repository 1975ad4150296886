// Asks the local Docker engine directly: quick, silent, and without loading testcontainers.
import { request } from "node:http";

/** Why Docker cannot be used for the tests, or undefined when an engine answers and holds all images. */
export async function whyNotDocker(images) {
  if ((await ask("/_ping")) !== 200) return "no Docker engine answers";
  for (const image of images) {
    if ((await ask(`/images/${encodeURIComponent(image)}/json`)) !== 200) return `the image ${image} is not local`;
  }
  return undefined;
}

function ask(path) {
  return new Promise((resolve) => {
    const asking = request({ ...engine(), path, timeout: 1_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asking.on("timeout", () => asking.destroy());
    asking.on("error", () => resolve(0));
    asking.end();
  });
}

function engine() {
  const address = process.env.DOCKER_HOST ?? "unix:///var/run/docker.sock";
  if (address.startsWith("unix://")) return { socketPath: address.slice("unix://".length) };
  const { hostname, port } = new URL(address);
  return { hostname, port: port || 2375 };
}
