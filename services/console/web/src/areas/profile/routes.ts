import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { rootRoute } from "../../app/root-route.js";
import { loadMessages } from "../../i18n/messages.js";
import { connectionMessages } from "../connections/messages/index.js";
import { profileMessages } from "./messages/index.js";

/** A part of the page is that of another area, so the words of both are loaded before it is shown. */
async function loadPage() {
  const [page] = await Promise.all([import("./profile-page.js"), loadMessages(connectionMessages)]);
  return page;
}

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/profile",
  ...lazyPage(loadPage, { messages: profileMessages }),
});
