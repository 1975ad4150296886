// Asks the local Docker engine over its socket: fast, and without loading testcontainers.
import { request } from "node:http";

/** Why Docker cannot be used for the tests; undefined when the engine answers and has all images. */
export async function findDockerProblem(images) {
  if ((await getStatus("/_ping")) !== 200) return "no Docker engine answers";
  for (const image of images) {
    const status = await getStatus(`/images/${encodeURIComponent(image)}/json`);
    if (status !== 200) return `Docker does not have the image ${image}`;
  }
  return undefined;
}

function getStatus(path) {
  return new Promise((resolve) => {
    const sent = request({ ...getEngineAddress(), path, timeout: 1_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve(0));
    sent.end();
  });
}

function getEngineAddress() {
  const address = process.env.DOCKER_HOST ?? "unix:///var/run/docker.sock";
  if (address.startsWith("unix://")) return { socketPath: address.slice("unix://".length) };
  const { hostname, port } = new URL(address);
  return { hostname, port: port || 2375 };
}
