import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  base: "/app/",
  publicDir: false,
  plugins: [react()],
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: "es2022",
    // An inlined asset would be a data: address, which the content policy blocks.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
});
