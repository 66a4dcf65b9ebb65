import { Radio, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import styles from '#ui/panes.module.css';

/** Whether places of a customer may be told to the address service; nothing where there is none. */
export function AddressLookupSection({ custId }: { custId: number }) {
  const { data: config } = useQuery({ ...apiQuery('getConfig', {}), staleTime: Number.POSITIVE_INFINITY });
  const hasService = config?.addressSearch ?? false;
  const { data } = useQuery({ ...apiQuery('getAddressLookup', { params: { custId } }), enabled: hasService });
  return hasService && data ? <Choice custId={custId} lookup={data} /> : null;
}

type Own = Output<'getAddressLookup'>['own'];
const choices: readonly Own[] = ['inherited', 'allowed', 'forbidden'];

function Choice({ custId, lookup }: { custId: number; lookup: Output<'getAddressLookup'> }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const { own, above, mayEdit } = lookup;
  const params = { custId };

  async function save(chosen: Own): Promise<void> {
    const saved = await submit(() => call('saveAddressLookup', { params, body: { own: chosen } }));
    if (saved === undefined) return;
    await cache.invalidateQueries({ queryKey: queryKey('getAddressLookup') }); // customers below may inherit it
    notifyDone(t('customers.addressLookup.saved'));
  }
  return (
    <section className={styles.section} style={{ justifyItems: 'stretch' }} aria-labelledby="customer-addresses">
      <h3 id="customer-addresses" className={styles.sectionTitle}>
        {t('customers.addressLookup.title')}
      </h3>
      <p className={styles.facts}>{t('customers.addressLookup.help')}</p>
      <Radio.Group aria-labelledby="customer-addresses" value={own} onChange={(chosen) => void save(chosen as Own)}>
        <Stack gap="xs">
          {choices.map((key) => (
            <Radio
              key={key}
              value={key}
              disabled={!mayEdit || busy}
              label={
                key === 'inherited'
                  ? t(`customers.addressLookup.${above === 'allowed' ? 'inheritedAllowed' : 'inheritedForbidden'}`)
                  : t(`customers.addressLookup.${key}`)
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      <Failure text={failure} />
    </section>
  );
}
