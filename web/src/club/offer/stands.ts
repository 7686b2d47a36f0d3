// An offer in the words of the list that it will stand on.

import { me } from "../../account/me.svelte";
import { t } from "../../i18n/index.svelte";
import type { ClockTerms } from "../../lib/types";
import { factsOf, figure, timeOf } from "../../lobby/advice";
import { ANY, BOTH, type Offering } from "./offering.svelte";

export function clockWords(clock: ClockTerms | null): string {
  if (!clock) return t("offers.noClock");
  return "days" in clock ? t("join.clockDays", { days: clock.days }) : t("join.clock", { minutes: clock.minutes, seconds: clock.increment ?? 0 });
}

/** How long it lasts: in one sitting, or by how much there is to decide. */
export function lastsWords(offering: Offering): string | null {
  const facts = offering.game && offering.scenario ? factsOf(offering.game, offering.scenario.id) : null;
  if (!facts) return null;
  if (offering.pace === "days" || !facts.minutes.length) return t("advice.decisionsSide", { count: figure(facts.decisions[0]) });
  const time = timeOf(facts.minutes);
  return t("offer.about", { time: t(`advice.${time.unit}`, { time: time.time }) });
}

/** What whoever comes will play. */
export function sideWords(offering: Offering, word: (player: string) => string): string {
  if (offering.side === ANY) return t("offer.lot");
  if (offering.side === BOTH) return t("offer.each");
  const free = Object.entries(offering.seatings[0] ?? {}).filter(([, who]) => who === "offer" || who === "invite");
  return free.map(([player]) => word(player)).join(", ") || "–";
}

export function openWords(offering: Offering): string {
  if (!offering.offers) return t("offer.toLink");
  if (offering.open === "near" && offering.level) return t("offer.toLevel", { between: t("between", { ...offering.level }) });
  if (offering.open === "followed") return t("offer.toFollowed", { name: me.name ?? "" });
  return t(offering.rated ? "offer.toNames" : "offer.toAnyone");
}
