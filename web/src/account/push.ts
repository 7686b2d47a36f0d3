// This browser's part in notices by push: whether it can show them, and asking it to.

import { call, send } from "../lib/api";
import type { Language } from "../lib/types";

export interface Browser {
  id: string;
  device: string;
  created: number;
  here: boolean;
}
/** The house's public key, nothing where it pushes no notices; and which browsers show one's own. */
export interface Pushed {
  key: string | null;
  browsers: Browser[];
}

/** The person at the browser said no, now or before. */
export class Denied extends Error {}
/** The browser cannot be reached by a carrier of notices, whatever the person says. */
export class Unreached extends Error {}

const WORKER = "/push.js";

export const pushed = () => call<Pushed>("/account/push");
export const stop = (id: string) => call<void>(`/account/push/${id}`, { method: "DELETE" });

/** Whether this browser knows notices by push; not without TLS, and on some phones only once the page is on the home screen. */
export const possible = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
export const denied = (): boolean => Notification.permission === "denied";

/** Ask the person, then the browser, then the house. Only from a click. */
export async function begin(key: string, language: Language): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new Denied();
  const { endpoint, keys } = await subscribed(key);
  await call<void>("/account/push", send("POST", { endpoint, p256dh: keys?.["p256dh"], auth: keys?.["auth"], language }));
}

/** This browser is told no more, whatever house it was told by. */
export async function end(id: string): Promise<void> {
  await stop(id);
  const registered = await navigator.serviceWorker.getRegistration(WORKER);
  await (await registered?.pushManager.getSubscription())?.unsubscribe();
}

async function subscribed(key: string): Promise<PushSubscriptionJSON> {
  try {
    await navigator.serviceWorker.register(WORKER);
    const manager = (await navigator.serviceWorker.ready).pushManager;
    await (await manager.getSubscription())?.unsubscribe(); // it may be by a key that the house has no more
    return (await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  } catch {
    throw new Unreached();
  }
}
