// The beginning of a sentence. The log's lines begin small, for they also stand within other sentences.

const WORD = /^\p{Ll}+(?=[\s,.:;]|$)/u;

/** With a capital where it begins with a plain word; a unit's label keeps its letters ("mAT1"). */
export const capital = (text: string): string => (WORD.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);
