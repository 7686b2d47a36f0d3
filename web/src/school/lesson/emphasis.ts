// "Take **24Tk** there": what stands between two pairs of stars stands out.

export interface Emphasised {
  text: string;
  strong: boolean;
}

export function emphasised(text: string): Emphasised[] {
  return text
    .split("**")
    .map((part, n) => ({ text: part, strong: n % 2 === 1 }))
    .filter((part) => part.text);
}
