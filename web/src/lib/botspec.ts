// What a bot is called: its level, and what is told of it, as in "grognard:seconds=50,errs=0.25".

export interface BotSpec {
  level: string;
  /** The share of its decisions in which it errs on purpose; 0 where it does not. */
  errs: number;
  /** For how long it is granted to look ahead; 0 where nobody says. */
  seconds: number;
}

export function specOf(bot: string): BotSpec {
  const [level = "", told = ""] = bot.split(":");
  const figures = Object.fromEntries(told.split(",").map((one) => one.split("=")) as [string, string][]);
  return { level, errs: Number(figures["errs"] ?? 0), seconds: Number(figures["seconds"] ?? 0) };
}

export function nameOf({ level, errs, seconds }: BotSpec): string {
  const told = [...(seconds ? [`seconds=${seconds}`] : []), ...(errs ? [`errs=${errs}`] : [])].join(",");
  return told ? `${level}:${told}` : level;
}
