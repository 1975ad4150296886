/** The oldest versions of the servers that we use. docs/upgrades.md says which features need them, and which versions are tested. */
const oldest = {
  MongoDB: {
    version: "8.0",
    reason:
      "all writes of a transaction are one `bulkWrite` over several collections, which earlier versions do not have",
  },
  NATS: {
    version: "2.9",
    reason: "consumers of JetStream are created under their name, which earlier versions do not know",
  },
};

/** @throws Error with a sentence for the operator when the server is too old to work with */
export function assertServerVersion(server: keyof typeof oldest, version: string): void {
  const { version: wanted, reason } = oldest[server];
  if (isAtLeast(version, wanted)) return;
  throw new Error(`${server} ${version} is too old: this build needs ${server} ${wanted} or later, because ${reason}.`);
}

function isAtLeast(version: string, wanted: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split(".").map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}
