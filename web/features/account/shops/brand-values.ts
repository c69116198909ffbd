import type { OutputOf } from "../../../api/operations.ts";

export type Brand = OutputOf<"GET /shops/{shop_id}/brand">;

/** An empty text is null in the API. */
export type BrandValues = Record<Exclude<keyof Brand, "socials">, string> & { socials: Brand["socials"] };
