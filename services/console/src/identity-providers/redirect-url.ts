/** Where identity providers send people back. */
export function getRedirectUrl(appUrl: string): string {
  return `${appUrl}/sign-in/callback`;
}
