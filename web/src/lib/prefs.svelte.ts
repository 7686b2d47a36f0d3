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

const systemTheme = (dark = matchMedia("(prefers-color-scheme: dark)")): Theme => (dark.matches ? "night" : "paper");

class Prefs {
  theme = $state<Theme>("paper");
  /** What the reader chose; null follows the system. */
  chosenTheme = $state<Theme | null>(null);
  language = $state<Language>("en");

  constructor() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const theme = kept("theme");
    this.chosenTheme = theme === "paper" || theme === "night" ? theme : null;
    this.theme = this.chosenTheme ?? systemTheme(dark);
    dark.addEventListener("change", () => {
      if (!this.chosenTheme) this.show(systemTheme(dark), this.language);
    });
    const language = kept("language");
    this.language = language === "en" || language === "ja" ? language : navigator.language.startsWith("ja") ? "ja" : "en";
    this.show(this.theme, this.language);
  }

  /** Paper or night, or null: as the system has it. */
  setTheme(theme: Theme | null): void {
    this.chosenTheme = theme;
    keep("theme", theme ?? "");
    this.show(theme ?? systemTheme(), this.language);
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
