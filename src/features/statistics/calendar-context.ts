import type { Context } from "../../context.ts";
import type { Company } from "../../kernel/company.ts";

/** What the counters of a company's days need of the context. */
export type CalendarContext = Pick<Context, "db" | "clock"> & { readonly company: Pick<Company, "timeZone"> };
