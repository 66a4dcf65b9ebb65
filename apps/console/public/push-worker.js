// Shows push messages of alarms, and opens the console where one is pressed. It answers no requests of the console, which
// always comes from the server: what shows alarms must never be an old copy.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? '/'));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

/** A browser takes the right to push messages away from a worker that shows nothing. */
async function show(data) {
  let message = { title: 'Varde', options: {} };
  try {
    message = data.json();
  } catch {
    // What the server sends is JSON; the name of the product is better than nothing.
  }
  await self.registration.showNotification(message.title, message.options);
}

/** In the window that was used last, or a new one. */
async function open(path) {
  const [latest] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  try {
    await latest.navigate(path);
    await latest.focus();
  } catch {
    await self.clients.openWindow(path);
  }
}

/** The browser has given itself another address. Without a session Varde learns it when the user next turns push on. */
async function renew({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return;
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/ajax/push/browsers', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-varde-context': 'PROFFWEB' },
    body: JSON.stringify({ endpoint, keys, former: oldSubscription.endpoint }),
  });
}
