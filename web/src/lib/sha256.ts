// SHA-256 of a text, in hexadecimal. The browser's own is not there where a house is reached without TLS.

const fraction = (number: number): number => Math.floor((number - Math.floor(number)) * 2 ** 32);

function primes(count: number): number[] {
  const found: number[] = [];
  for (let one = 2; found.length < count; one++) if (found.every((prime) => one % prime)) found.push(one);
  return found;
}

const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  bytes.forEach((byte, at) => blocks.setUint8(at, byte));
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);
  let sum = START;
  for (let at = 0; at < blocks.byteLength; at += 64) sum = mixed(sum, blocks, at);
  return sum.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** One block mixed into what came before it, as FIPS 180-4 has it, with its letters. */
function mixed(sum: readonly number[], blocks: DataView, at: number): number[] {
  const words = new Uint32Array(64);
  const word = (number: number): number => words[number] ?? 0;
  for (let n = 0; n < 64; n++) {
    if (n < 16) words[n] = blocks.getUint32(at + n * 4);
    else {
      const [early, late] = [word(n - 15), word(n - 2)];
      const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[n] = word(n - 16) + low + word(n - 7) + high;
    }
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sum;
  for (let n = 0; n < 64; n++) {
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (ROUNDS[n] ?? 0) + word(n);
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((one, n) => (one + (sum[n] ?? 0)) | 0);
}
