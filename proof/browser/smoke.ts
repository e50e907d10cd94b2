// Checks which features that the app needs the available browser has: `node proof/browser/smoke.ts [screenshot.png]`.
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import { findChromium } from "./chromium.ts";

const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<body style="font-family: system-ui, sans-serif"><h1>Fieldfare</h1><p>Jobs for today: £12.50, 10:30 – 11:45 ✓</p>
<p style="font-family: monospace">monospace 0123</p><button>Start Travel</button></body></html>`;
const worker = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.url.endsWith("/from-worker")) event.respondWith(new Response("worker"));
  else if (event.request.mode === "navigate") event.respondWith(new Response(${JSON.stringify(page)}, { headers: { "content-type": "text/html" } }));
});`;

const server = createServer((request, response) => {
  const isWorker = request.url === "/worker.js";
  response.setHeader("content-type", isWorker ? "text/javascript" : "text/html; charset=utf-8");
  response.end(isWorker ? worker : page);
});
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const profile = await mkdtemp(join(tmpdir(), "fieldfare-smoke-"));
const found = await findChromium();
console.log(found.executablePath);

const first = await open();
const firstPage = await first.newPage();
await firstPage.goto(address);
console.log(first.browser()?.version() ?? "", await firstPage.evaluate(exercise));
if (process.argv[2]) await firstPage.screenshot({ path: process.argv[2] });
await first.close();

const second = await open();
await second.setOffline(true);
const secondPage = await second.newPage();
await secondPage.goto(address);
console.log("after a restart, offline:", await secondPage.evaluate(readBack));
await second.close();

server.close();
await rm(profile, { recursive: true, force: true });

function open(): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    ...found,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    permissions: ["background-sync"],
  });
}

async function exercise(): Promise<Record<string, unknown>> {
  await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  await new Promise<void>((controlled) => {
    if (navigator.serviceWorker.controller) controlled();
    else navigator.serviceWorker.addEventListener("controllerchange", () => controlled());
  });
  const fromWorker = await (await fetch("/from-worker")).text();

  const database = await new Promise<IDBDatabase>((ready, failed) => {
    const opening = indexedDB.open("smoke", 1);
    opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("rows"));
    opening.addEventListener("success", () => ready(opening.result));
    opening.addEventListener("error", () => failed(opening.error));
  });
  const writing = database.transaction("rows", "readwrite", { durability: "strict" });
  writing.objectStore("rows").put("kept", "row");
  await new Promise((done) => writing.addEventListener("complete", done));

  const folder = await navigator.storage.getDirectory();
  const file = await folder.getFileHandle("journal", { create: true });
  const writable = await file.createWritable();
  await writable.write("kept");
  await writable.close();
  const syncAccess = await new Promise((answer) => {
    const code = `navigator.storage.getDirectory().then((d) => d.getFileHandle("sync", { create: true }))
      .then((f) => f.createSyncAccessHandle()).then((h) => { h.write(new Uint8Array(3)); h.flush(); postMessage(h.getSize()); h.close(); }, (e) => postMessage(String(e)))`;
    const dedicated = new Worker(URL.createObjectURL(new Blob([code])));
    dedicated.addEventListener("message", (event) => answer(event.data));
  });

  const locked = await navigator.locks.request("smoke", () => "held");
  const canvas = new OffscreenCanvas(20, 10);
  canvas.getContext("2d")?.fillRect(0, 0, 20, 10);
  const jpeg = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.7 });
  const bitmap = await createImageBitmap(jpeg);
  const wasm = await WebAssembly.instantiate(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  return {
    fromWorker,
    syncAccess,
    locked,
    jpeg: jpeg.type,
    bitmap: bitmap.width,
    wasm: Boolean(wasm.instance),
    backgroundSync: "sync" in (await navigator.serviceWorker.ready),
    persisted: await navigator.storage.persist(),
    aes: Boolean(crypto.subtle),
    isSecureContext,
    broadcast: typeof BroadcastChannel,
  };
}

async function readBack(): Promise<Record<string, unknown>> {
  const row = await new Promise((ready) => {
    const opening = indexedDB.open("smoke", 1);
    opening.addEventListener("success", () => {
      const reading = opening.result.transaction("rows").objectStore("rows").get("row");
      reading.addEventListener("success", () => ready(reading.result));
    });
  });
  const folder = await navigator.storage.getDirectory();
  const journal = await (await (await folder.getFileHandle("journal")).getFile()).text();
  return {
    row,
    journal,
    controlled: Boolean(navigator.serviceWorker.controller),
    title: document.body.innerText.slice(0, 9),
  };
}
