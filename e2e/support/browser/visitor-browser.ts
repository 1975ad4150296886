const userAgent = "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0 Mobile Safari/537.36";

/** A browser with its cookies, without a page. Answers of 400 and above throw. */
export function createVisitorBrowser(url: string) {
  const cookies = new Map<string, string>();
  return async (method: string, path: string, body?: URLSearchParams | FormData): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { "user-agent": userAgent, ...(cookie && { cookie }) };
    const response = await fetch(`${url}${path}`, { method, headers, redirect: "manual", ...(body && { body }) });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
}
