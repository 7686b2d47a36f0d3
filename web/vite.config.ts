import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { cutJapanese } from "./scripts/japanese.mjs";
import { PARTS } from "./scripts/parts.mjs";

// The built half goes into the Python package, which serves it; the server's CSP allows no inline script or style.
export default defineConfig(async () => {
  await cutJapanese();
  return {
    plugins: [svelte()],
    build: {
      outDir: "../src/grognard/table/static",
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rolldownOptions: { output: { codeSplitting: { groups: PARTS } } },
    },
    server: { proxy: { "/api": { target: "http://127.0.0.1:8017", ws: true } } },
  };
});
