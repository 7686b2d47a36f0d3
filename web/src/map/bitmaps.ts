// Bitmaps made once and kept: the paper's mottle, printed numbers, trees.

import { INKS, type Theme } from "./inks";
import { noise } from "./noise";

const NUMBER_FONT = '"Barlow Condensed", "Arial Narrow", sans-serif';

const channels = (colour: string): [number, number, number] => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];

function canvas(width: number, height: number): HTMLCanvasElement {
  const made = document.createElement("canvas");
  made.width = width;
  made.height = height;
  return made;
}

const kept = new Map<string, CanvasImageSource>();

/** The paper's mottle, one pixel to a third of a radius: it is soft, and smoothing does the rest. */
export function mottle(theme: Theme, width: number, height: number): CanvasImageSource {
  const key = `${theme} ${width} ${height}`;
  const found = kept.get(key);
  if (found) return found;
  const [land, dark] = [channels(INKS[theme].land), channels(INKS[theme].mottle)];
  const made = canvas(Math.ceil(width * 3), Math.ceil(height * 3));
  const ctx = made.getContext("2d") as CanvasRenderingContext2D;
  const image = ctx.createImageData(made.width, made.height);
  for (let y = 0, at = 0; y < made.height; y++)
    for (let x = 0; x < made.width; x++, at += 4) {
      const depth = noise((x / 3) * 0.16, (y / 3) * 0.16, 3) * 0.7 + noise((x / 3) * 0.5, (y / 3) * 0.5, 4) * 0.3;
      const share = Math.min(1, Math.max(0, (depth - 0.38) / 0.34)) * 0.6;
      for (let i = 0; i < 3; i++) image.data[at + i] = (land[i] as number) + ((dark[i] as number) - (land[i] as number)) * share;
      image.data[at + 3] = 255;
    }
  ctx.putImageData(image, 0, 0);
  kept.set(key, made);
  return made;
}

interface Strip {
  strip: HTMLCanvasElement;
  /** of each pair's place on the strip */
  width: number;
  height: number;
  /** of each pair as printed */
  widths: number[];
}

const strips = new Map<string, Strip>();

/** "00" to "99" side by side. */
export function numberStrip(theme: Theme, size: number, ratio: number): Strip {
  const key = `${theme} ${size} ${ratio}`;
  const found = strips.get(key);
  if (found) return found;
  const font = `500 ${size * ratio}px ${NUMBER_FONT}`;
  const texts = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"));
  let ctx = canvas(1, 1).getContext("2d") as CanvasRenderingContext2D;
  ctx.font = font;
  const widths = texts.map((text) => ctx.measureText(text).width);
  const width = Math.ceil(Math.max(...widths)) + 1;
  const height = Math.ceil(size * ratio * 1.3);
  const strip = canvas(width * 100, height);
  ctx = strip.getContext("2d") as CanvasRenderingContext2D;
  ctx.font = font;
  ctx.fillStyle = INKS[theme].number;
  ctx.textBaseline = "middle";
  texts.forEach((text, number) => ctx.fillText(text, number * width, height / 2));
  const made = { strip, width, height, widths };
  strips.set(key, made);
  return made;
}

/** What was printed in a stand-in's letters is printed again when next needed. */
export const forgetNumbers = (): void => strips.clear();

/** A tree as seen from above, shaded lower right, in four sizes. */
export function tuftSprites(theme: Theme, scale: number): CanvasImageSource[] {
  return [0, 1, 2, 3].map((size) => {
    const key = `tuft ${theme} ${scale.toFixed(2)} ${size}`;
    const found = kept.get(key);
    if (found) return found;
    const r = (2.1 + ((size + 0.5) / 4) * 1.3) * scale;
    const half = r + 0.8 * scale;
    const made = canvas(Math.max(2, Math.ceil(half * 2)), Math.max(2, Math.ceil(half * 2)));
    const ctx = made.getContext("2d") as CanvasRenderingContext2D;
    const ink = INKS[theme];
    ctx.translate(made.width / 2, made.height / 2);
    ctx.fillStyle = ink.forest;
    ctx.beginPath();
    ctx.arc(0, 0, r, 0, 7);
    ctx.fill();
    ctx.strokeStyle = `rgba(${ink.tree},.55)`;
    ctx.lineWidth = 0.75 * scale;
    ctx.beginPath();
    ctx.arc(0, 0, r, -0.9, 2.5);
    ctx.stroke();
    ctx.fillStyle = `rgba(${ink.tree},.35)`;
    ctx.beginPath();
    ctx.arc(r * 0.3, r * 0.2, r * 0.55, -0.7, 2.2);
    ctx.fill();
    kept.set(key, made);
    return made;
  });
}
