import { useRouter, useRouterState } from "@tanstack/react-router";
import { useCan } from "../../api/session.tsx";
import { navigation, type NavigationItem } from "../navigation.ts";

/** The items that the member may open, and which one is current. */
export function useNavigation() {
  const can = useCan();
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname });
  const known = new Set(Object.keys(router.routesByPath));
  const isShown = ({ to, module }: NavigationItem) => known.has(to) && (module === null || can(module));
  const groups = navigation
    .map(({ group, items }) => ({ group, items: items.filter(isShown) }))
    .filter(({ items }) => items.length > 0);
  const isCurrent = ({ to }: NavigationItem) =>
    to === "/" ? path === "/" || path === "/onboarding" : path === to || path.startsWith(`${to}/`);
  return { groups, items: groups.flatMap(({ items }) => items), isCurrent };
}
