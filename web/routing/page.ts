import { createRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";

/** The frame of the app fills in its component. */
export const rootRoute = createRootRoute();

/** Values in the address; each page reads those it knows. */
export type Search = Readonly<Record<string, string | undefined>>;

/**
 * A page: its address and the file that shows it, which becomes a chunk of its own. The file exports `Page`.
 * `page("/contacts/$contactId", () => import("./contact-page.tsx"))`
 */
export const page = <const Path extends string>(path: Path, load: () => Promise<{ Page: ComponentType }>) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(load, "Page"),
    validateSearch: (search: Record<string, unknown>): Search =>
      Object.fromEntries(
        Object.entries(search).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
      ),
  });
