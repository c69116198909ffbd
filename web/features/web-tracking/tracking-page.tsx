import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { Card, CardStack } from "../../ui/display/card.tsx";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { Status } from "../../ui/display/status.tsx";
import { WaitingCard } from "../../ui/state/waiting.tsx";
import { ScriptPart } from "./script-part.tsx";
import { TrackingForm } from "./tracking-form.tsx";
import { siteMessages } from "./messages.ts";
import classes from "./web-tracking.module.css";

export function Page() {
  const t = useMessages(siteMessages);
  const canChange = useCan()("settings", "full");
  const shops = useQuery(read("GET /shops", { query: { pageSize: 100, sort: "name" } }));
  const scripts = useQuery(read("GET /site-script"));
  const tracking = useQuery(read("GET /web-tracking"));
  const failed = [shops, scripts, tracking].find(({ error }) => error !== null);
  const isLoaded = shops.data !== undefined && scripts.data !== undefined && tracking.data !== undefined;
  return (
    <>
      <PageHeader title={t.title} facts={t.facts} />
      {!isLoaded && <WaitingCard error={failed?.error ?? null} what={t.title} onRetry={() => failed?.refetch()} />}
      {isLoaded && (
        <CardStack>
          {shops.data.items.map(({ id, name, url }) => {
            const script = scripts.data.items.find(({ shopId }) => shopId === id);
            const settings = tracking.data.items.find(({ shopId }) => shopId === id);
            if (script === undefined || settings === undefined) return null;
            return (
              <Card
                key={id}
                title={name}
                aside={
                  <Status
                    appearance={script.enabled ? { shape: "circle", tone: "good" } : { shape: "slashed", tone: "mute" }}
                    label={script.enabled ? t.on : t.off}
                  />
                }
              >
                <ScriptPart script={script} shop={name} hasUrl={url !== null} canChange={canChange} />
                <div className={classes["tracking"]}>
                  <TrackingForm settings={settings} canChange={canChange} />
                </div>
              </Card>
            );
          })}
        </CardStack>
      )}
    </>
  );
}
