import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Search } from "./page.ts";

/** Addresses have plain values: `?q=jana&status=subscribed`. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: object): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

/** The values in the address and a function that changes some of them; undefined removes one. */
export function useAddress(): [Search, (changes: Search, options?: { replace?: boolean }) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (changes: Search, { replace = false } = {}) =>
    void navigate({ to: ".", search: (previous: object) => ({ ...previous, ...changes }), replace });
  return [search, change];
}
