/** Like Promise.all, but a failure is thrown when all have settled, so that nothing starts after the clean-up. */
export async function waitForAll(promises) {
  const results = await Promise.allSettled(promises);
  const failed = results.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
  return results.map(({ value }) => value);
}
