// What the reader chose for this browser: theme and language. Kept in localStorage; the system's wish is the default.

import type { Language } from "./types";

export type Theme = "paper" | "night";

const kept = (name: string): string | null => {
  try {
    return localStorage.getItem(`grognard.${name}`);
  } catch {
    return null; // a browser that keeps nothing still plays
  }
};

const keep = (name: string, value: string): void => {
  try {
    localStorage.setItem(`grognard.${name}`, value);
  } catch {
    /* see above */
  }
};

class Prefs {
  theme = $state<Theme>("paper");
  language = $state<Language>("en");

  constructor() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const theme = kept("theme");
    this.theme = theme === "paper" || theme === "night" ? theme : dark.matches ? "night" : "paper";
    dark.addEventListener("change", () => {
      if (!kept("theme")) this.show(dark.matches ? "night" : "paper", this.language);
    });
    const language = kept("language");
    this.language = language === "en" || language === "ja" ? language : navigator.language.startsWith("ja") ? "ja" : "en";
    this.show(this.theme, this.language);
  }

  setTheme(theme: Theme): void {
    keep("theme", theme);
    this.show(theme, this.language);
  }

  setLanguage(language: Language): void {
    keep("language", language);
    this.show(this.theme, language);
  }

  private show(theme: Theme, language: Language): void {
    this.theme = theme;
    this.language = language;
    document.documentElement.dataset["theme"] = theme;
    document.documentElement.lang = language;
  }
}

export const prefs = new Prefs();
