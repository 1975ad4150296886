import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { rootRoute } from "../../app/root-route.js";
import { profileMessages } from "./messages/index.js";

export const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/profile",
  ...lazyPage(() => import("./profile-page.js"), { messages: profileMessages }),
});
