import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * The page that draws a form for the office. It is a build of its own, so that the files of the app, and what a phone
 * stores of them, are the same without it. It goes into the folder of the app's build, which has to be there first.
 */
export default defineConfig({
  base: "/form-preview/",
  publicDir: false,
  plugins: [react()],
  build: {
    target: "es2022",
    outDir: "dist/form-preview",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: "form-preview.html" },
  },
});
