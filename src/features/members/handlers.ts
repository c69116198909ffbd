import type { Context, VisitorContext } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { membersRoutes, sessionRoutes } from "./contract.ts";
import { acceptInvitation } from "./invitations/accept.ts";
import * as invitations from "./invitations/service.ts";
import * as keys from "./api-keys.ts";
import * as members from "./members.ts";
import * as resets from "./password-resets/service.ts";
import { changePassword } from "./sessions/change-password.ts";
import { confirmSession } from "./sessions/confirmation.ts";
import * as ownSessions from "./sessions/own-sessions.ts";
import { updateProfile } from "./sessions/profile.ts";
import * as sessions from "./sessions/service.ts";
import * as twoFactor from "./sessions/two-factor.ts";

export const membersHandlers: HandlersOf<Context, typeof membersRoutes.records> = {
  listApiKeys: (ctx) => keys.listApiKeys(ctx),
  createApiKey: (ctx, { body }) => keys.createApiKey(ctx, body),
  revokeApiKey: (ctx, { params }) => keys.revokeApiKey(ctx, params.id),
  listMembers: (ctx) => members.listMembers(ctx),
  updateMember: (ctx, { params, body }) => members.changeMemberRoles(ctx, params.id, body.roles),
  removeMember: (ctx, { params }) => members.removeMember(ctx, params.id),
  listInvitations: (ctx) => invitations.listInvitations(ctx),
  createInvitation: (ctx, { body }) => invitations.createInvitation(ctx, body),
  revokeInvitation: (ctx, { params }) => invitations.revokeInvitation(ctx, params.id),
};

export const sessionHandlers: HandlersOf<VisitorContext, typeof sessionRoutes.records> = {
  signIn: (ctx, { body }) => sessions.signIn(ctx, body),
  getSession: (ctx) => sessions.getSession(ctx),
  updateProfile: (ctx, { body }) => updateProfile(ctx, body),
  signOut: (ctx) => sessions.signOut(ctx),
  confirmSession: (ctx, { body }) => confirmSession(ctx, body),
  listSessions: (ctx) => ownSessions.listSessions(ctx),
  endSession: (ctx, { params }) => ownSessions.endSession(ctx, params.id),
  changePassword: (ctx, { body }) => changePassword(ctx, body),
  beginTwoFactor: (ctx, { body }) => twoFactor.beginTwoFactor(ctx, body.password),
  confirmTwoFactor: (ctx, { body }) => twoFactor.confirmTwoFactor(ctx, body.code),
  endTwoFactor: (ctx, { body }) => twoFactor.endTwoFactor(ctx, body),
  replaceRecoveryCodes: (ctx, { body }) => twoFactor.replaceRecoveryCodes(ctx, body),
  acceptInvitation: (ctx, { params, body }) => acceptInvitation(ctx, params.token, body),
  requestPasswordReset: (ctx, { body }) => resets.requestPasswordReset(ctx, body.email),
  resetPassword: (ctx, { params, body }) => resets.resetPassword(ctx, params.token, body.password),
};

export const handlers = { people: membersHandlers, sessions: sessionHandlers };
