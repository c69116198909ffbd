import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { writeEuropeanFont } from "./european-font.ts";

export default defineConfig(async () => ({
  root: import.meta.dirname,
  base: "/app/",
  publicDir: false as const,
  plugins: [react()],
  resolve: { alias: { "inter-european.woff2": await writeEuropeanFont() } },
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: "es2022",
    // An inlined asset would be a data: address, which the content policy blocks.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
}));
