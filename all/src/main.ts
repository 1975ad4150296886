// One image for every shape: `--target all` (the default) runs the gateway and all services in this process, `--target supply` only that.
import "@tenant-ops/kit/start-up";
import { parseArgs } from "node:util";

/** Loaded when it is the target: a process of one service must not hold the code of all of them. */
const targets: Record<string, () => Promise<unknown>> = {
  all: () => import("./run-all.js"),
  gateway: () => import("@tenant-ops/gateway/main"),
  accounts: () => import("@tenant-ops/accounts/main"),
  approvals: () => import("@tenant-ops/approvals/main"),
  supply: () => import("@tenant-ops/supply/main"),
  roulettes: () => import("@tenant-ops/roulettes/main"),
  learning: () => import("@tenant-ops/learning/main"),
  flows: () => import("@tenant-ops/flows/main"),
  webhooks: () => import("@tenant-ops/webhooks/main"),
  analytics: () => import("@tenant-ops/analytics/main"),
  console: () => import("@tenant-ops/console/main"),
};

// Not strict: the program of the target has further arguments, and refuses unknown ones with a sentence.
const { values } = parseArgs({
  strict: false,
  options: {
    target: { type: "string", default: "all" },
    "reencrypt-secrets": { type: "boolean" },
  },
});
const target = String(values.target);
const run = targets[target];
const withSecrets = ["all", "webhooks", "flows", "console"];
if (values["reencrypt-secrets"] && !withSecrets.includes(target)) {
  process.stderr.write(`--reencrypt-secrets needs --target ${withSecrets.join(" or ")}\n`);
  process.exitCode = 1;
} else if (run) await run();
else {
  process.stderr.write(`--target ${target}: not one of ${Object.keys(targets).join(", ")}\n`);
  process.exitCode = 1;
}
