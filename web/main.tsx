import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { start } from "./app/start.tsx";
import { UiProvider } from "./ui/theme/ui-provider.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no root");

// A chunk of an older build is gone after an update: loading the page again gets the new one.
addEventListener("vite:preloadError", () => location.reload());

const content = await start();
createRoot(root).render(
  <StrictMode>
    <UiProvider>{content}</UiProvider>
  </StrictMode>,
);
