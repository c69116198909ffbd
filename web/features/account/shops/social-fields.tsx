import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { useMessages } from "../../../i18n/messages.tsx";
import type { ApiForm } from "../../../ui/form/use-api-form.ts";
import { IconPlus, IconTrash } from "../../../ui/icons.ts";
import type { BrandValues } from "./brand-values.ts";
import { shopsMessages } from "./messages.ts";
import classes from "./shops.module.css";

const networks = ["facebook", "instagram", "x", "linkedin", "youtube", "tiktok", "pinterest", "threads"] as const;

export function SocialFields({ form, isDisabled }: { form: ApiForm<BrandValues>; isDisabled: boolean }) {
  const { brand: t } = useMessages(shopsMessages);
  const socials = form.watch("socials");
  const set = (changed: BrandValues["socials"]) => form.setValue("socials", changed, { shouldDirty: true });
  const free = networks.find((network) => !socials.some((social) => social.network === network));
  return (
    <fieldset className={classes["socials"]} disabled={isDisabled}>
      <legend>{t.socials}</legend>
      {socials.map((social, index) => (
        <div key={social.network} className={classes["social"]}>
          <Select
            aria-label={t.network}
            w={130}
            data={[...networks]}
            value={social.network}
            allowDeselect={false}
            onChange={(value) => {
              const network = networks.find((known) => known === value);
              if (network !== undefined) set(socials.with(index, { ...social, network }));
            }}
          />
          <TextInput
            aria-label={`${t.socialUrl}: ${social.network}`}
            type="url"
            placeholder="https://"
            value={social.url}
            error={form.formState.errors.socials?.[index]?.url?.message}
            onChange={(event) => set(socials.with(index, { ...social, url: event.currentTarget.value }))}
          />
          <ActionIcon
            aria-label={t.removeSocial(social.network)}
            onClick={() => set(socials.filter((other) => other !== social))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      {!isDisabled && free !== undefined && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} />}
          onClick={() => set([...socials, { network: free, url: "" }])}
        >
          {t.addSocial}
        </Button>
      )}
    </fieldset>
  );
}
