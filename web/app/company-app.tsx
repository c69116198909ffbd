import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useMemo, useState, type ReactNode } from "react";
import { ApiFailure } from "../api/api-failure.ts";
import { connect } from "../api/client.ts";
import { read } from "../api/queries.ts";
import { SessionProvider, type Company, type Session } from "../api/session.tsx";
import { createFormats } from "../i18n/format.ts";
import { LanguageProvider, useFormats, useMessages } from "../i18n/messages.tsx";
import { Card } from "../ui/display/card.tsx";
import { Notice } from "../ui/state/failure.tsx";
import { Toasts } from "../ui/state/toasts.tsx";
import "../ui/theme/mantine.css";
import { chooseCompany } from "./company-address.ts";
import { IdentityDialog } from "./identity-dialog.tsx";
import { findLastCompany, storeLastCompany } from "./last-company.ts";
import { createAppRouter } from "./router.ts";
import { appMessages } from "./messages.ts";

const sessionStaleMs = 300_000;

export function CompanyApp({ session }: { session: Session }) {
  const t = useMessages(appMessages);
  const [chosen] = useState(() => {
    const { companies } = session;
    return chooseCompany({ path: location.pathname, companies, last: findLastCompany() });
  });
  const company = session.companies.find(({ tenant }) => tenant === chosen?.tenant);
  const [parts] = useState(() => (chosen === undefined ? undefined : open(chosen)));
  if (company === undefined || parts === undefined) {
    const isMember = session.companies.length > 0;
    return (
      <main>
        <Card flush>
          <Notice
            title={isMember ? t.wrongCompany : t.noCompany}
            text={isMember ? t.wrongCompanyText : t.noCompanyText}
            action={session.companies.map(({ tenant, name }) => (
              <a key={tenant} href={`/app/${tenant}/`}>
                {name}
              </a>
            ))}
          />
        </Card>
      </main>
    );
  }
  return (
    <QueryClientProvider client={parts.client}>
      <CompanyProvider opened={session} company={company}>
        <Toasts />
        <IdentityDialog />
        <RouterProvider router={parts.router} />
      </CompanyProvider>
    </QueryClientProvider>
  );
}

type CompanyProps = { opened: Session; company: Company; children: ReactNode };

/**
 * The session as a query, which a change of the company's name or time zone loads again, and formats with the
 * company's time zone: days inside a company are its calendar days, wherever the browser is.
 */
function CompanyProvider({ opened, company: given, children }: CompanyProps) {
  const { language } = useFormats();
  const { data: session } = useQuery({
    ...read("GET /api/v1/session"),
    initialData: opened,
    staleTime: sessionStaleMs,
  });
  const company = session.companies.find(({ tenant }) => tenant === given.tenant) ?? given;
  const formats = useMemo(() => createFormats(language, company.timeZone), [language, company.timeZone]);
  return (
    <LanguageProvider formats={formats}>
      <SessionProvider session={session} company={company}>
        {children}
      </SessionProvider>
    </LanguageProvider>
  );
}

function open({ tenant, path }: { tenant: string; path: string }) {
  connect({ tenant });
  storeLastCompany(tenant);
  if (path !== location.pathname) history.replaceState(null, "", path + location.search + location.hash);
  return { router: createAppRouter(tenant), client: createQueryClient() };
}

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        // A refusal stays a refusal; only failures of the network or the server are tried again.
        retry: (count, error) =>
          count < 2 && (!(error instanceof ApiFailure) || error.status >= 500 || error.status === 0),
        refetchOnWindowFocus: true,
      },
    },
  });
