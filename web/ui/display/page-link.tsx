import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Search } from "../../routing/page.ts";

/** A link to a page of another feature; plain text where the app has no such page. */
export function PageLink({
  path,
  params = {},
  search = {},
  className,
  label,
  children,
}: {
  path: string;
  params?: Readonly<Record<string, string>>;
  search?: Search;
  /** For screen readers, where the text alone says too little. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const router = useRouter();
  if (!(path in router.routesByPath)) return <span className={className}>{children}</span>;
  return (
    <Link to={path} params={params} search={search} className={className} aria-label={label}>
      {children}
    </Link>
  );
}
