// Facts put into a sentence.

/** A sentence with its facts. After a colon stand the forms of a number, one and many, or none, one and many, with # for its
    figure: {count:# turn|# turns}. */
export function fill(template: string, facts: Record<string, unknown> = {}): string {
  return template.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name: string, forms?: string) => {
    if (!(name in facts)) return whole;
    const text = String(facts[name]);
    if (!forms) return text;
    const all = forms.split("|");
    const form = text === "1" ? all.at(-2) : text === "0" && all.length > 2 ? all[0] : all.at(-1);
    return (form ?? "").replaceAll("#", text);
  });
}
