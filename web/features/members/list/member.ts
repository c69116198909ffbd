import type { OutputOf } from "../../../api/operations.ts";

export type Member = OutputOf<"GET /members">["items"][number];

export const memberName = ({ firstName, lastName, email }: Member): string =>
  `${firstName} ${lastName}`.trim() || email;
