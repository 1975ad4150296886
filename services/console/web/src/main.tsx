import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.js";
import { sessionQuery } from "./api/session.js";
import { appMessages } from "./app/messages/index.js";
import { router } from "./app/router.js";
import { applyTheme, readTheme } from "./app/theme.js";
import { componentMessages } from "./components/messages/index.js";
import { loadMessages } from "./i18n/messages.js";
import "./styles/index.css";

applyTheme(readTheme());
// Everything that the first page needs is asked for at once.
void queryClient.prefetchQuery(sessionQuery);
await Promise.all([loadMessages(appMessages), loadMessages(componentMessages)]);

const container = document.getElementById("app");
if (!container) throw new Error("index.html has no element #app");
createRoot(container).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
