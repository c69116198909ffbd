const key = "postrider-company";

/** The company that was opened last in this browser. */
export const findLastCompany = (): string | undefined => localStorage.getItem(key) ?? undefined;

export const storeLastCompany = (tenant: string): void => localStorage.setItem(key, tenant);
