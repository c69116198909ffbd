import { lazy, type ComponentType } from "react";

/** The pages of visitors by the first part of their address below `/app`; the second part is the token of a link. */
export const visitorPages: ReadonlyMap<string, ComponentType<{ token: string }>> = new Map([
  ["sign-in", lazy(async () => ({ default: (await import("../features/session/sign-in-page.tsx")).SignInPage }))],
  [
    "forgotten",
    lazy(async () => ({ default: (await import("../features/session/forgotten-page.tsx")).ForgottenPage })),
  ],
  [
    "invitation",
    lazy(async () => ({ default: (await import("../features/session/invitation-page.tsx")).InvitationPage })),
  ],
  ["password-reset", lazy(async () => ({ default: (await import("../features/session/reset-page.tsx")).ResetPage }))],
]);
