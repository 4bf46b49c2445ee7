// The service worker under `trunk serve`: stores nothing, so that every build is seen, and removes what
// another build stored at this address.

const scope = new URL(self.registration.scope).pathname;

async function refuse() {
  for (const name of await caches.keys()) {
    if (name.startsWith(`rankscope-page ${scope} `)) await caches.delete(name);
  }
  // Takes effect once this installation has failed, so it must not be waited for.
  self.registration.unregister();
  const reason = "trunk serve stores nothing, so that every build is seen";
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) {
    client.postMessage({ notKept: reason });
  }
  throw new Error(reason);
}

self.addEventListener("install", (event) => event.waitUntil(refuse()));
