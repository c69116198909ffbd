import type { Context, VisitorContext } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import * as connectedApps from "./connected-apps.ts";
import type { peopleRoutes, sessionRoutes } from "./contract.ts";
import { accept } from "./invitations/accept.ts";
import * as invitations from "./invitations/service.ts";
import * as keys from "./keys.ts";
import * as members from "./members.ts";
import * as resets from "./resets/service.ts";
import * as sessions from "./sessions/service.ts";
import * as twoFactor from "./sessions/two-factor.ts";

export const peopleHandlers: HandlersOf<Context, typeof peopleRoutes.records> = {
  listApiKeys: (ctx) => keys.list(ctx),
  createApiKey: (ctx, { body }) => keys.create(ctx, body),
  revokeApiKey: (ctx, { params }) => keys.revoke(ctx, params.id),
  listMembers: (ctx) => members.list(ctx),
  updateMember: (ctx, { params, body }) => members.changeRoles(ctx, params.id, body.roles),
  removeMember: (ctx, { params }) => members.remove(ctx, params.id),
  listInvitations: (ctx) => invitations.list(ctx),
  createInvitation: (ctx, { body }) => invitations.create(ctx, body),
  revokeInvitation: (ctx, { params }) => invitations.revoke(ctx, params.id),
  listConnectedApps: () => connectedApps.list(),
  disconnectApp: () => connectedApps.disconnect(),
};

export const sessionHandlers: HandlersOf<VisitorContext, typeof sessionRoutes.records> = {
  signIn: (ctx, { body }) => sessions.signIn(ctx, body),
  getSession: (ctx) => sessions.get(ctx),
  signOut: (ctx) => sessions.signOut(ctx),
  beginTwoFactor: (ctx, { body }) => twoFactor.begin(ctx, body.password),
  confirmTwoFactor: (ctx, { body }) => twoFactor.confirm(ctx, body.code),
  endTwoFactor: (ctx, { body }) => twoFactor.end(ctx, body),
  acceptInvitation: (ctx, { params, body }) => accept(ctx, params.token, body),
  requestPasswordReset: (ctx, { body }) => resets.request(ctx, body.email),
  resetPassword: (ctx, { params, body }) => resets.reset(ctx, params.token, body.password),
};

export const handlers = { people: peopleHandlers, sessions: sessionHandlers };
