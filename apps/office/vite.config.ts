import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  // The server serves the build below this path.
  base: "/office/",
  plugins: [react()],
  build: { target: "es2022", assetsInlineLimit: 0 },
  worker: { format: "es" },
  server: { proxy: { "/api": "http://127.0.0.1:4600" } },
});
