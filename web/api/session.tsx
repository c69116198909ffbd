import { createContext, use, type ReactNode } from "react";
import { allows, modules, roles, type Level, type Module, type Role } from "../../src/kernel/access.ts";
import type { OutputOf } from "./operations.ts";

export type Session = OutputOf<"GET /api/v1/session">;
export type Company = Session["companies"][number];

type Value = { readonly session: Session; readonly company: Company };

const SessionContext = createContext<Value | undefined>(undefined);

export const SessionProvider = ({ session, company, children }: Value & { children: ReactNode }) => (
  <SessionContext value={{ session, company }}>{children}</SessionContext>
);

/** The signed-in member and the company of the address. */
export function useSession(): Value {
  const value = use(SessionContext);
  if (value === undefined) throw new Error("a page of a company is shown outside it");
  return value;
}

/** Whether the member may read or change a module; support may read everything. */
export function useCan(): (module: Module, level?: Level) => boolean {
  const { company } = useSession();
  return (module, level = "read") => (company.support ? level === "read" : allows(company.roles, module, level));
}

/** The roles that have the level, for sentences that say which one is missing. */
export const rolesWith = (module: string, level: Level): readonly Role[] =>
  roles.filter((role) => modules.some((known) => known === module && allows([role], known, level)));
