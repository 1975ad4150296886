/** Characters that are enough for every page of the application. The longest is `/connect` with the query of an OAuth client. */
const lengthMax = 8000;

/**
 * Where a person goes after signing in: a path of the application, never another site.
 * @param given what the address of the page said
 */
export function toReturnPath(given: unknown, appUrl: string): string {
  if (typeof given !== "string" || given.length > lengthMax || !/^\/[^/\\]/.test(given)) return "/";
  if (!URL.canParse(given, appUrl)) return "/";
  const { origin, pathname, search } = new URL(given, appUrl);
  const isOwn = origin === new URL(appUrl).origin && !pathname.startsWith("//");
  // A page for signing in would lead in a circle.
  return isOwn && !pathname.startsWith("/sign-in") ? `${pathname}${search}` : "/";
}
