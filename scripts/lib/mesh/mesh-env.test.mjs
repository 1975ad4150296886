import { expect, test } from "vitest";
import { formatAddress, mergeEnv } from "./mesh-env.mjs";

test("our settings replace inherited ones, also an inherited NAME_FILE", () => {
  const env = mergeEnv({ PORT: "1", MONGODB_URL_FILE: "/x", LOG_LEVEL: "debug" }, { PORT: 2, MONGODB_URL: "ours" });
  expect(env).toEqual({ PORT: "2", MONGODB_URL: "ours", LOG_LEVEL: "debug" });
});

test("several replicas are one address with several targets", () => {
  const first = { grpc: 1, http: 2 };
  const second = { grpc: 3, http: 4 };
  expect(formatAddress([first]).grpc).toBe("127.0.0.1:1");
  expect(formatAddress([first, second]).grpc).toBe("ipv4:127.0.0.1:1,127.0.0.1:3");
});
