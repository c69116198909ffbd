import { useNavigate } from "@tanstack/react-router";
import { call } from "../../../api/client.ts";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { Form, SubmitButton } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { campaignsMessages } from "../messages.ts";
import { useEnabledShops } from "./views.ts";
import classes from "./new-campaign.module.css";

export function Page() {
  const t = useMessages(campaignsMessages);
  const navigate = useNavigate();
  const shops = useEnabledShops();
  const create = useChange("POST /campaigns", { refresh: ["GET /campaigns"] });
  const form = useApiForm({
    initial: { name: "", shopId: shops[0]?.value ?? "" },
    send: async ({ name, shopId }) => {
      const senders = await call("GET /senders", { query: { shop: shopId } });
      // Where there is a choice, the person makes it.
      const [only] = senders.items.length === 1 ? senders.items : [];
      const body = { name, shopId, ...(only === undefined ? {} : { senderId: only.id }) };
      const { id } = await create.mutateAsync({ body });
      await navigate({
        to: "/campaigns/$campaignId/edit",
        params: { campaignId: id },
        search: { step: "audience" },
        replace: true,
      });
    },
  });
  return (
    <>
      <Breadcrumbs parent={t.title} to="/campaigns" current={t.new.title} />
      <PageHeader title={t.new.title} facts={t.new.text} />
      <div className={classes["narrow"]}>
        <Card>
          <Form
            form={form}
            foot={
              <div className={classes["foot"]}>
                <SubmitButton form={form}>{t.new.create}</SubmitButton>
              </div>
            }
          >
            <TextField form={form} name="name" label={t.new.name} placeholder={t.new.namePlaceholder} isFirst />
            {shops.length > 1 && <SelectField form={form} name="shopId" label={t.new.shop} options={shops} />}
          </Form>
        </Card>
      </div>
    </>
  );
}
