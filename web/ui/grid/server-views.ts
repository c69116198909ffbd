import { useQuery } from "@tanstack/react-query";
import { read, useChange } from "../../api/queries.ts";
import { useToasts } from "../state/toasts.tsx";
import { useBrowserViews, type SavedViews } from "./kept-settings.ts";

/** Views that the server keeps, the member's own and shared ones, and those from before in this browser. */
export function useServerViews(grid: string): SavedViews {
  const toast = useToasts();
  const inBrowser = useBrowserViews(grid);
  const { data } = useQuery({ ...read("GET /saved-views", { query: { grid } }), staleTime: 60_000 });
  const refresh = ["GET /saved-views"] as const;
  const add = useChange("POST /saved-views", { refresh });
  const remove = useChange("DELETE /saved-views/{view_id}", { refresh, onFailed: (error) => toast.failed(error) });
  const views = (data?.items ?? []).map(({ id, name, settings, mine }) => ({
    key: id,
    name,
    search: settings.search,
    columns: settings.columns,
    isRemovable: mine,
  }));
  return {
    areShareable: true,
    views: [...views, ...inBrowser.views],
    save: ({ name, search, columns, isShared }) => {
      const given = Object.fromEntries(
        Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
      );
      return add.mutateAsync({
        body: { grid, name, shared: isShared, settings: { search: given, columns: [...columns] } },
      });
    },
    remove: (key) =>
      views.some((view) => view.key === key) ? remove.mutate({ params: { view_id: key } }) : inBrowser.remove(key),
  };
}
