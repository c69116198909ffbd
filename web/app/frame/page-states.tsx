import { Button } from "@mantine/core";
import { Link, type ErrorComponentProps } from "@tanstack/react-router";
import { ApiFailure } from "../../api/api-failure.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Card } from "../../ui/display/card.tsx";
import { IconSearch } from "../../ui/icons.ts";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { Failure, Notice } from "../../ui/state/failure.tsx";
import { uiMessages } from "../../ui/messages.ts";
import { appMessages } from "../messages.ts";

/** A page that failed while it was shown. A chunk of an older build is gone after an update: loading again gets the new one. */
export const PageFailure = ({ error }: ErrorComponentProps) => (
  <Card flush>
    <Failure error={error instanceof ApiFailure ? error : undefined} onRetry={() => location.reload()} />
  </Card>
);

export function NotFoundPage() {
  const t = useMessages(uiMessages);
  const app = useMessages(appMessages);
  return (
    <>
      <PageHeader title={t.failed.notFound} />
      <Card flush>
        <Notice
          icon={<IconSearch size={24} />}
          title={t.failed.notFoundText}
          action={
            <Button component={Link} to="/" variant="default">
              {app.toOverview}
            </Button>
          }
        />
      </Card>
    </>
  );
}
