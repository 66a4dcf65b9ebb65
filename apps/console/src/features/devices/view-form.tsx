import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { SavedView, ViewContent } from '@varde/contract/saved-views';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { CustomerField } from '#domain/customers/customer-field.tsx';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';

interface ViewFormProps {
  /** Null: a new view. */
  view: SavedView | null;
  /** The present content of the list. */
  shown: ViewContent;
  mayShare: boolean;
  onDone: () => void;
}

/** Name of a view, its visibility, and whether it takes over the present content of the list. */
export function ViewForm({ view, shown, mayShare, onDone }: ViewFormProps) {
  const { t } = useTranslation();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [name, setName] = useState(view?.name ?? '');
  const [sharedWith, setSharedWith] = useState(view?.sharedWith ?? null);
  const [shared, setShared] = useState(sharedWith !== null);
  const [replace, setReplace] = useState(view === null);
  async function save(event: FormEvent) {
    event.preventDefault();
    const body = {
      name,
      custId: shared ? (sharedWith?.custId ?? null) : null,
      content: view === null || replace ? shown : view.content,
    };
    const saved = await submit(() =>
      view === null ? call('createView', { body }) : call('updateView', { params: { viewId: view.viewId }, body }),
    );
    if (saved) onDone();
  }
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <TextInput
          label={t('views.name')}
          description={t('views.nameHelp')}
          value={name}
          maxLength={60}
          required
          data-autofocus
          error={errors.name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {view !== null && (
          <Checkbox
            label={t('views.replace')}
            checked={replace}
            onChange={({ currentTarget }) => setReplace(currentTarget.checked)}
          />
        )}
        {mayShare && (
          <Checkbox
            label={t('views.share')}
            checked={shared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
        )}
        {mayShare && shared && (
          <CustomerField
            label={t('devices.customer')}
            chooseLabel={t('views.chooseCustomer')}
            shown={sharedWith?.firmName ?? t('common.none')}
            value={sharedWith?.custId ?? null}
            onChange={({ custId, firmName }) => setSharedWith({ custId, firmName })}
          />
        )}
        <DialogButtons
          failure={failure}
          busy={busy}
          disabled={name.trim() === '' || (shared && sharedWith === null)}
          onCancel={onDone}
        >
          {t('views.saveShort')}
        </DialogButtons>
      </Stack>
    </form>
  );
}
