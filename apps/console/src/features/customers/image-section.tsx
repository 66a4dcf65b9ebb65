import { Button, FileButton, Group } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { imageTypes, maxImageBytes } from '@varde/catalogue/image-types';
import type { Customer } from '@varde/contract/customers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { CustomerImage } from '#domain/customers/customer-image.tsx';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import styles from '#ui/panes.module.css';

/** The image beside the customer's name, inherited by customers below without their own. */
export function ImageSection({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [fault, setFault] = useState<string | null>(null);
  const { custId, firmName, image } = customer;
  const params = { custId };

  async function change(send: () => Promise<Customer>, done: string) {
    const saved = await submit(send);
    if (saved === undefined) return;
    // Customers below may inherit it.
    await cache.invalidateQueries({ queryKey: queryKey('getCustomer') });
    cache.setQueryData(apiQuery('getCustomer', { params }).queryKey, saved);
    notifyDone(done);
  }
  async function upload(file: File | null) {
    if (!file) return;
    const wrong = !imageTypes.some((type) => type === file.type) || file.size > maxImageBytes;
    setFault(wrong ? t('customers.image.fault') : null);
    if (wrong) return;
    const body = { image: await base64Of(file) };
    await change(() => call('saveCustomerImage', { params, body }), t('customers.image.saved', { name: firmName }));
  }
  const remove = () =>
    change(() => call('removeCustomerImage', { params }), t('customers.image.removed', { name: firmName }));

  const shown = fault ?? (errors.image === undefined ? null : t('customers.image.fault'));
  return (
    <section className={styles.section} aria-labelledby="customer-image">
      <h3 id="customer-image" className={styles.sectionTitle}>
        {t('customers.image.title')}
      </h3>
      {image && <CustomerImage custId={custId} version={image.version} />}
      <p className={styles.facts}>
        {t(image === null ? 'customers.image.none' : image.own ? 'customers.image.own' : 'customers.image.above')}{' '}
        {t('customers.image.help')}
      </p>
      {shown && (
        <p className={styles.facts} role="alert">
          {shown}
        </p>
      )}
      <Group gap="xs">
        <FileButton accept={imageTypes.join()} onChange={(file) => void upload(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="xs"
              leftSection={<IconPhoto size={16} aria-hidden />}
              disabled={busy}
            >
              {t('customers.image.choose')}
            </Button>
          )}
        </FileButton>
        {image?.own && (
          <SteadyButton variant="default" size="xs" disabled={busy} onClick={() => void remove()}>
            {t('customers.image.remove')}
          </SteadyButton>
        )}
        <Failure text={failure} />
      </Group>
    </section>
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
