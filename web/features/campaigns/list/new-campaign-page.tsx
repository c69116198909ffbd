import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { PageHead } from "../../../ui/display/page-head.tsx";
import { Trail } from "../../../ui/display/trail.tsx";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { Form, SubmitButton } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { campaignsWords } from "../words.ts";
import { useShops } from "./views.ts";
import classes from "./new-campaign.module.css";

export function Page() {
  const t = useWords(campaignsWords);
  const navigate = useNavigate();
  const shops = useShops();
  const create = useChange("POST /campaigns", { refresh: ["GET /campaigns"] });
  const form = useApiForm({
    initial: { name: "", shopId: shops[0]?.value ?? "" },
    send: async ({ name, shopId }) => {
      const { id } = await create.mutateAsync({ body: { name, shopId } });
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
      <Trail parent={t.title} to="/campaigns" current={t.new.title} />
      <PageHead title={t.new.title} facts={t.new.text} />
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
