// The map's fonts are wanted as soon as this code is there, not when the first name is drawn.

const FONTS = ["700 16px 'Old Standard TT'", "italic 16px 'Old Standard TT'", "500 16px 'Barlow Condensed'", "600 16px 'Barlow Condensed'", "700 16px 'Barlow Condensed'"];

export const lettered: Promise<unknown> =
  typeof document === "undefined" ? Promise.resolve() : Promise.allSettled(FONTS.map((font) => document.fonts.load(font, "Abc 123")));
