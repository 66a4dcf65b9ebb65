import { Text } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useSteady } from '#kit/steady/press.ts';
import styles from '#ui/panes.module.css';
import { StatePanel } from '#ui/state-panel.tsx';
import type { Chosen } from './chosen.ts';

interface FoundListProps {
  search: string;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen) => void;
}

/** Users and devices that match the search. */
export function FoundList({ search, chosen, onChoose }: FoundListProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useSteady(
    useQuery({
      ...apiQuery('findPersonalData', { query: { search } }),
      placeholderData: keepPreviousData,
    }),
  );
  if (!data) return <LoadState error={error} onRetry={refetch} height={200} />;
  const { users, devices } = data;
  if (users.length + devices.length === 0)
    return (
      <StatePanel
        role="status"
        icon={<IconSearchOff size={26} />}
        title={t('personalData.none')}
        body={t('personalData.noneHelp')}
      />
    );
  const isChosen = (kind: Chosen['kind'], id: number) => chosen?.kind === kind && chosen.id === id;
  return (
    <div>
      <Group title={t('personalData.users')}>
        {users.map(({ userId, name, username, custName, state }) => (
          <Line
            key={userId}
            name={name}
            mark={state === 'active' ? null : t(`personalData.states.${state}`)}
            second={custName === null ? username : `${username} · ${custName}`}
            current={isChosen('user', userId)}
            onChoose={() => onChoose({ kind: 'user', id: userId })}
          />
        ))}
      </Group>
      <Group title={t('personalData.devices')}>
        {devices.map(({ deviId, deviceName, deviceSNNum }) => (
          <Line
            key={deviId}
            name={deviceName ?? deviceSNNum}
            mark={null}
            second={deviceSNNum}
            current={isChosen('device', deviId)}
            onChoose={() => onChoose({ kind: 'device', id: deviId })}
          />
        ))}
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <>
      <Text component="h2" className={styles.sectionTitle} px={8} pt={8}>
        {title}
      </Text>
      <ul className={styles.branch}>{children}</ul>
    </>
  );
}

interface LineProps {
  name: string;
  mark: string | null;
  second: string;
  current: boolean;
  onChoose: () => void;
}

function Line({ name, mark, second, current, onChoose }: LineProps) {
  return (
    <li>
      <button type="button" className={styles.node} aria-current={current ? 'true' : undefined} onClick={onChoose}>
        <span className={styles.name}>{name}</span>
        {mark !== null && <span className={styles.mark}>{mark}</span>}
        <span className={styles.second}>{second}</span>
      </button>
    </li>
  );
}
