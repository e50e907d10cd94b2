import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

export default defineConfig({
  plugins: [
    react(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/worker",
      filename: "service-worker.ts",
      // The app registers the worker itself: a new version waits for a safe point.
      injectRegister: false,
      registerType: "prompt",
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,svg,png,webmanifest,woff2,wasm}"],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
      manifest: {
        id: "/",
        name: "Fieldfare",
        short_name: "Fieldfare",
        description: "Jobs for field engineers, with or without a signal",
        lang: "en-GB",
        start_url: "/",
        scope: "/",
        display: "standalone",
        orientation: "any",
        background_color: "#f1f4f6",
        theme_color: "#2a4259",
        categories: ["business", "productivity"],
        icons: [
          { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
          {
            src: "/icons/maskable-512.png",
            sizes: "512x512",
            type: "image/png",
            purpose: "maskable",
          },
        ],
      },
    }),
  ],
  build: {
    target: "es2022",
    // A module preload polyfill would be one more script for browsers that have it all.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What the first screen needs travels in three files instead of thirty.
          groups: [
            {
              name: "ui",
              test: /\/src\/(ui|device)\/(?!signature|picker|long-list|fetch-all|synchronise|facts|demo)/,
            },
            {
              name: "device",
              test: /\/packages\/device\/src\/(session|outbox\/(?!queue)|api|database)/,
            },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
  server: { proxy: { "/api": "http://127.0.0.1:4600" } },
  preview: { proxy: { "/api": "http://127.0.0.1:4600" } },
});
