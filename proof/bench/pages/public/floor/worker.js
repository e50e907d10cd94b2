const files = ["index.html", "floor.css", "floor.js"];
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open("floor").then((cache) => cache.addAll(files)));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});
