import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** A link to a page of another feature; plain text where the app has no such page. */
export function PageLink({
  path,
  params = {},
  search = {},
  className,
  children,
}: {
  path: string;
  params?: Readonly<Record<string, string>>;
  search?: Readonly<Record<string, string>>;
  className?: string | undefined;
  children: ReactNode;
}) {
  const router = useRouter();
  if (!(path in router.routesByPath)) return <span className={className}>{children}</span>;
  return (
    <Link to={path} params={params} search={search} className={className}>
      {children}
    </Link>
  );
}
