import { createRouter } from "@tanstack/react-router";
import { rootRoute } from "../routing/page.ts";
import { parseSearch, stringifySearch } from "../routing/search.ts";
import { Frame } from "./frame/frame.tsx";
import { NotFoundPage, PageFailure } from "./frame/page-states.tsx";
import { routes } from "./routes.ts";

const routeTree = rootRoute.addChildren([...routes]);

/** The company is a part of the base path, so that addresses inside a page never name it. */
export const createAppRouter = (tenant: string) =>
  createRouter({
    routeTree,
    basepath: `/app/${tenant}`,
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    defaultPendingMs: 300,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });

rootRoute.update({ component: Frame });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
