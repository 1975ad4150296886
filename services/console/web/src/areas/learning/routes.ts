import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { businessRoute } from "../../app/root-route.js";
import { learningMessages } from "./messages/index.js";

const needs = { messages: learningMessages, scope: "learning:read" };
const getParentRoute = () => businessRoute;

export const learningRoutes = [
  createRoute({ getParentRoute, path: "learning", ...lazyPage(() => import("./courses-page.js"), needs) }),
  createRoute({
    getParentRoute,
    path: "learning/courses/$courseId",
    ...lazyPage(() => import("./course-page.js"), needs),
  }),
  createRoute({ getParentRoute, path: "learning/learners", ...lazyPage(() => import("./learners-page.js"), needs) }),
  createRoute({
    getParentRoute,
    path: "learning/learners/$sessionId",
    ...lazyPage(() => import("./learner-page.js"), needs),
  }),
  createRoute({
    getParentRoute,
    path: "learning/certificates",
    ...lazyPage(() => import("./certificates-page.js"), needs),
  }),
] as const;
