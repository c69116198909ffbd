/** Modules, levels and roles of part 5 and of the decisions: the one table of who may do what. */
export const modules = ["contacts", "campaigns", "content", "settings", "billing"] as const;
export type Module = (typeof modules)[number];
export type Level = "read" | "full";
export type Scope = "read" | "full";

type Levels = Readonly<Partial<Record<Module, Level>>>;

export const roles = ["account_admin", "marketing_manager", "content_editor", "analyst", "accountant"] as const;
export type Role = (typeof roles)[number];

const levelsOfRole: Readonly<Record<Role, Levels>> = {
  account_admin: { contacts: "full", campaigns: "full", content: "full", settings: "full", billing: "full" },
  marketing_manager: { contacts: "full", campaigns: "full", content: "full", settings: "read" },
  content_editor: { contacts: "read", campaigns: "read", content: "full" },
  analyst: { contacts: "read", campaigns: "read", content: "read" },
  accountant: { billing: "full" },
};

const levelRank = { none: 0, read: 1, full: 2 } as const;
const rankOf = (level: Level | undefined) => levelRank[level ?? "none"];

const isRole = (word: string): word is Role => roles.some((role) => role === word);

/** The highest level of all roles counts; unknown roles grant nothing. */
export function levelIn(module: Module, held: readonly string[]): Level | undefined {
  const levels = held.filter(isRole).map((role) => levelsOfRole[role][module]);
  if (levels.includes("full")) return "full";
  return levels.includes("read") ? "read" : undefined;
}

export function allows(held: readonly string[], module: Module, level: Level): boolean {
  return rankOf(levelIn(module, held)) >= rankOf(level);
}

/** A key may hold only roles whose levels do not exceed its creator's. */
export function covers(held: readonly string[], requested: readonly string[]): boolean {
  return modules.every((module) => rankOf(levelIn(module, held)) >= rankOf(levelIn(module, requested)));
}
