// Shows the house's notices while no page is open, and leads there when one is clicked. It does nothing else: it has no
// ear for what pages fetch, so it keeps no copy of anything.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data ? event.data.json() : {};
  } catch {
    // what cannot be read is shown without words: a browser wants to see something for every push
  }
  const shown = { body: String(told.text ?? ""), lang: String(told.language ?? "en"), icon: "/favicon-move.svg", data: { to: place(told.to) } };
  event.waitUntil(self.registration.showNotification(String(told.title ?? "Grognard"), told.tag ? { ...shown, tag: String(told.tag) } : shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(go(place(event.notification.data?.to)));
});

/** A page of this house and of no other. */
function place(to) {
  return typeof to === "string" && to.startsWith("#/") ? to : "#/";
}

async function go(to) {
  const address = new URL(`/${to}`, self.location.origin).href;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => one.url === address);
  return there ? there.focus() : self.clients.openWindow(address);
}
