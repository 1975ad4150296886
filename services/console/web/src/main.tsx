import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.js";
import { sessionQuery } from "./api/session.js";
import { router } from "./app/router.js";
import { applyTheme, readTheme } from "./app/theme.js";
import { readLanguage, saveLanguage } from "./i18n/language.js";
import { loadMessages } from "./i18n/messages.js";
import "./styles/index.css";

applyTheme(readTheme());
// Everything that the first page needs is requested at the same time.
const loadTexts = () => Promise.all([loadMessages("app"), loadMessages("components")]);
await Promise.all([queryClient.prefetchQuery(sessionQuery), loadTexts()]);
// The language of the profile has priority over that of the browser, also on a device on which the person signs in for the first time.
const language = queryClient.getQueryData(sessionQuery.queryKey)?.person.language;
if (language && language !== readLanguage()) {
  saveLanguage(language);
  await loadTexts();
}

const container = document.getElementById("app");
if (!container) throw new Error("index.html has no element #app");
createRoot(container).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
