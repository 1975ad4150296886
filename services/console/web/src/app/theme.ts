export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const storageKey = "theme";

export function readTheme(): Theme {
  const saved = localStorage.getItem(storageKey);
  return themes.find((theme) => theme === saved) ?? "system";
}

/** The style sheet follows the system unless the document names a theme. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

export function saveTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme);
  applyTheme(theme);
}
