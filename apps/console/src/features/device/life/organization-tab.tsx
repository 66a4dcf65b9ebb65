import { Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import { DeviceActionButtons } from '#domain/device/device-action-buttons.tsx';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { SearchInput } from '#kit/form/search-input.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { notifyDone } from '#kit/state/notify.ts';
import styles from '../form/settings-page.module.css';
import type { TabProps } from '../tab/tab-props.ts';

type Organisation = Output<'fetchOrganisation'>;
type Choice = Organisation['customers'][number];

/** A device's customer and alarm centre, and its handover to another customer or wearer. */
export function OrganizationTab({ device }: TabProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const input = { params: { deviId: device.deviId }, query: search === '' ? {} : { search } };
  const query = { ...apiQuery('fetchOrganisation', input), placeholderData: keepPreviousData };
  const { data, error, refetch } = useQuery(query);
  if (!data) return <LoadState error={error} onRetry={refetch} height={360} />;
  return (
    <Stack>
      <Group gap="md">
        <Text size="sm">
          {t('organisation.current', { customer: device.ownedByCustName })}{' '}
          {data.ahpName === null ? t('organisation.noAhp') : t('organisation.ahp', { name: data.ahpName })}
        </Text>
        <DeviceActionButtons device={device} place="organization" />
      </Group>
      <OrganisationForm device={device} organisation={data} search={search} onSearch={setSearch} />
    </Stack>
  );
}

interface FormProps extends Pick<TabProps, 'device'> {
  organisation: Organisation;
  search: string;
  onSearch: (words: string) => void;
}

function OrganisationForm({ device, organisation, search, onSearch }: FormProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [updateAhp, setUpdateAhp] = useState(false);
  const custId = chosen?.custId ?? organisation.custId;
  const isOther = custId !== organisation.custId;
  // Choosing a stock organisation leaves the form not dirty (specification 2, section 2 "Organisation").
  const dirty = chosen !== null && isOther && !chosen.stock;
  const offersAhp = chosen !== null && isOther && chosen.defaultAhp !== organisation.ahpId;
  useUnsavedGuard(dirty && !busy);

  function choose(choice: Choice | null) {
    setChosen(choice);
    setUpdateAhp(false);
  }
  async function save(event: FormEvent) {
    event.preventDefault();
    const body = { custId, updateAhp: offersAhp && updateAhp };
    const saved = await submit(() => call('saveOrganisation', { params: { deviId: device.deviId }, body }));
    if (saved === undefined) return;
    choose(null);
    notifyDone(t('organisation.saved', { name: device.deviceName, customer: saved.firmName }));
    // History, place and perhaps the right to see the device have changed.
    await cache.invalidateQueries();
  }
  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <div className={styles.choices}>
        <SearchInput
          value={search}
          onChange={onSearch}
          label={t('organisation.search')}
          placeholder={t('organisation.search')}
        />
        <Choices organisation={organisation} inTree={search === ''} custId={custId} onChoose={choose} />
        {offersAhp && (
          <Checkbox
            label={t('organisation.updateAhp')}
            checked={updateAhp}
            onChange={(event) => setUpdateAhp(event.currentTarget.checked)}
          />
        )}
      </div>
      {dirty && <Text size="sm">{t('organisation.help')}</Text>}
      <footer className={styles.footer}>
        <Failure text={failure} />
        <SaveButtons dirty={dirty} busy={busy} onCancel={() => choose(null)} />
      </footer>
    </form>
  );
}

interface ChoicesProps {
  organisation: Organisation;
  /** The whole tree is shown, in order; otherwise search results, with their place in words. */
  inTree: boolean;
  custId: number;
  onChoose: (choice: Choice | null) => void;
}

/** The customers in the order of the tree; those that may not receive the device are disabled. */
function Choices({ organisation: { customers, more }, inTree, custId, onChoose }: ChoicesProps) {
  const { t } = useTranslation();
  const top = Math.min(...customers.map(({ level }) => level));
  const words = ({ customerName, stock }: Choice) =>
    [stock && t('organisation.stock'), !inTree && customerName && t('organisation.below', { customer: customerName })]
      .filter(Boolean)
      .join(' · ');
  return (
    <Radio.Group
      label={t('organisation.choose')}
      value={String(custId)}
      onChange={(value) => onChoose(customers.find((each) => String(each.custId) === value) ?? null)}
    >
      <Stack gap="xs" mt="xs">
        {customers.map((choice) => (
          <Radio
            key={choice.custId}
            value={String(choice.custId)}
            label={choice.firmName}
            description={words(choice)}
            disabled={!choice.mayReceive}
            style={{ marginInlineStart: inTree ? (choice.level - top) * 20 : 0 }}
          />
        ))}
        {customers.length === 0 && <Text size="sm">{t('organisation.noMatch')}</Text>}
        {more && <Text size="sm">{t('organisation.more')}</Text>}
      </Stack>
    </Radio.Group>
  );
}
