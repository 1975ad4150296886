/** Limits of what strangers create that no setting changes. Here, so that the services and docs/limits.md have the same. */
export const fixedLimits = {
  fileBytes: 10 * 1024 * 1024,
  filesPerRegistration: 20,
  /** All people of an office can have the same address. */
  openChallengesPerAddress: 200,
  openChallengesPerBrowser: 20,
  openProviderSignInsPerAddress: 200,
  sessionsPerPerson: 50,
  connectionsPerPerson: 200,
} as const;
