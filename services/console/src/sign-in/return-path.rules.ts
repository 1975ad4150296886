/** Characters that are enough for every page of the application. The longest is `/connect` with the query of an OAuth client. */
const lengthMax = 8000;

/**
 * Where a person goes after signing in: a path of the application, never another site.
 * @param given the value in the address of the page
 */
export function toReturnPath(given: unknown, appUrl: string): string {
  if (typeof given !== "string" || given.length > lengthMax || !/^\/[^/\\]/.test(given)) return "/";
  if (!URL.canParse(given, appUrl)) return "/";
  const { origin, pathname, search } = new URL(given, appUrl);
  const isOwn = origin === new URL(appUrl).origin && !pathname.startsWith("//");
  // Returning to the sign-in page would be a loop.
  return isOwn && !pathname.startsWith("/sign-in") ? `${pathname}${search}` : "/";
}
