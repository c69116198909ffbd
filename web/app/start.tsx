import { lazy, Suspense, type ReactNode } from "react";
import { ApiFailure } from "../api/api-failure.ts";
import { call, connect } from "../api/client.ts";
import type { Session } from "../api/session.tsx";
import { createFormats } from "../i18n/format.ts";
import { chooseLanguage, LanguageProvider } from "../i18n/messages.tsx";
import { findLastCompany } from "./last-company.ts";
import { visitorPages } from "./visitor-pages.ts";

const loadCompanyApp = async () => ({ default: (await import("./company-app.tsx")).CompanyApp });
const CompanyApp = lazy(loadCompanyApp);

const signInPath = "/app/sign-in";

/** Pages of visitors have fixed addresses; every other address belongs to a company. */
export async function start(): Promise<ReactNode> {
  const { pathname } = location;
  const [, , place = "", token = ""] = pathname.split("/");
  const VisitorPage = visitorPages.get(place);
  if (VisitorPage !== undefined) return inLanguage(<VisitorPage token={token} />);
  // A browser that has opened a company usually still has a session: the app is loaded while the session is checked. A
  // failed load is reported when the app is rendered.
  if (findLastCompany() !== undefined) loadCompanyApp().catch(() => undefined);
  const session = await findSession();
  if (session === undefined) {
    leaveForSignIn();
    return null;
  }
  connect({ csrfToken: session.csrfToken, onSignedOut: leaveForSignIn });
  return inLanguage(<CompanyApp session={session} />, session.member);
}

const inLanguage = (page: ReactNode, member?: Session["member"]) => {
  const language = chooseLanguage(member);
  document.documentElement.lang = language;
  return (
    <LanguageProvider formats={createFormats(language)}>
      <Suspense>{page}</Suspense>
    </LanguageProvider>
  );
};

async function findSession(): Promise<Session | undefined> {
  try {
    return await call("GET /api/v1/session");
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "unauthorized") return undefined;
    throw error;
  }
}

/** After signing in the person returns to the same address. */
function leaveForSignIn(): void {
  const { pathname, search } = location;
  const next = pathname === "/app" || pathname === "/app/" ? "" : `?next=${encodeURIComponent(pathname + search)}`;
  location.replace(`${signInPath}${next}`);
}
