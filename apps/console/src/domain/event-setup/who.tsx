import { Radio, Stack, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { PersonChoice } from '#kit/form/person-choice.tsx';
import { type DraftReceiver, fieldsOfUser, newReceiver } from './draft-receiver.ts';
import styles from './event-setup.module.css';

/** Whose list it is. */
export type ListOwner = { deviId: number } | { custId: number };

interface WhoProps {
  owner: ListOwner;
  receiver: DraftReceiver;
  isNew: boolean;
  asUser: boolean;
  onAsUser: (asUser: boolean) => void;
  fault: string | false;
  onChange: (fields: Partial<DraftReceiver>) => void;
}

/** Who a receiver is: a user of Varde, who is chosen once, or somebody else by name. */
export function Who({ owner, receiver, isNew, asUser, onAsUser, fault, onChange }: WhoProps) {
  const { t } = useTranslation();
  if (!isNew && asUser)
    return (
      <p className={styles.words}>
        <strong>{receiver.name}</strong> · {t('eventSetup.user')}
      </p>
    );
  return (
    <>
      {isNew && (
        <Radio.Group
          label={t('eventSetup.who')}
          value={asUser ? 'user' : 'other'}
          onChange={(value) => {
            const { name, userId, mobile, email, hasMobile, hasEmail, hasBrowser, withdrawn, leftOut } = newReceiver;
            onAsUser(value === 'user');
            onChange({ name, userId, mobile, email, hasMobile, hasEmail, hasBrowser, withdrawn, leftOut });
          }}
        >
          <Stack gap={8} mt={6}>
            <Radio value="other" label={t('eventSetup.whoOther')} />
            <Radio value="user" label={t('eventSetup.whoUser')} />
          </Stack>
        </Radio.Group>
      )}
      {asUser ? (
        <UserChoice owner={owner} receiver={receiver} fault={fault} onChange={onChange} />
      ) : (
        <TextInput
          label={t('eventSetup.name')}
          required
          data-autofocus
          maxLength={80}
          value={receiver.name}
          error={fault}
          onChange={({ currentTarget: { value } }) => onChange({ name: value })}
        />
      )}
    </>
  );
}

type UserChoiceProps = Pick<WhoProps, 'owner' | 'receiver' | 'fault' | 'onChange'>;

function UserChoice({ owner, receiver: { userId, name }, fault, onChange }: UserChoiceProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery({
    ...usersQuery(owner, search === '' ? {} : { search }),
    placeholderData: keepPreviousData,
  });
  if (!data) return <LoadState error={error} onRetry={refetch} height={140} />;
  if (data.users.length === 0 && search === '') return <p role="status">{t('eventSetup.usersNone')}</p>;
  return (
    <>
      <PersonChoice
        label={t('eventSetup.users')}
        searchLabel={t('eventSetup.usersSearch')}
        noMatch={t('eventSetup.usersNoMatch')}
        moreText={t('eventSetup.usersMore')}
        people={data.users}
        more={data.more}
        search={search}
        onSearch={setSearch}
        chosen={typeof userId === 'number' ? { userId, name } : null}
        onChoose={(user) => onChange(fieldsOfUser(user))}
      />
      {fault && (
        <p className={styles.fault} role="alert">
          {t('eventSetup.faults.user')}
        </p>
      )}
    </>
  );
}

/** The users who may be on the list. */
const usersQuery = (params: ListOwner, query: { search?: string }) =>
  'deviId' in params
    ? {
        queryKey: queryKey('listReceiverUsers', { params, query }),
        queryFn: () => call('listReceiverUsers', { params, query }),
      }
    : {
        queryKey: queryKey('listCustomerReceiverUsers', { params, query }),
        queryFn: () => call('listCustomerReceiverUsers', { params, query }),
      };
