// "Your move" where it is seen from another tab: the title, the favicon, and a notification where the reader allowed it.

import { t } from "../i18n/index.svelte";

let was = false;

export function announce(mine: boolean, game: string): void {
  document.title = mine ? `● ${t("title.yourMove")} – ${game}` : `${game} – ${t("app.name")}`;
  icon(mine);
  if (mine && !was && document.hidden && typeof Notification !== "undefined" && Notification.permission === "granted") {
    const notice = new Notification(t("title.yourMove"), { body: t("notify.body", { game }), tag: "your-move", icon: "/favicon-move.svg" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  }
  was = mine;
}

export function quiet(): void {
  was = false;
  document.title = t("app.name");
  icon(false);
}

function icon(mine: boolean): void {
  document.getElementById("favicon")?.setAttribute("href", mine ? "/favicon-move.svg" : "/favicon.svg");
}
