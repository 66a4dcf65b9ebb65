import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { PageTitle } from '#kit/page-title.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import type { Area } from './navigation.ts';

/** Says which policy opens an area, and who may give it. */
export function MissingRight({ area: { key, policy } }: { area: Area }) {
  const { t } = useTranslation();
  const { abilities, roles } = useSession();
  const name = t(`shell.areas.${key}`);
  const title = t('missingRight.title', { area: name });
  const why =
    policy === undefined
      ? t('missingRight.allCustomers')
      : abilities.includes('private')
        ? t('missingRight.notPrivate')
        : t('missingRight.policy', { policy: t(`rolePolicies.policies.${policy}`) });
  const left = roles.filter(({ selected }) => !selected).map(({ role }) => t(`catalogue.roles.${role}`));
  return (
    <>
      <PageTitle text={name} />
      <StatePanel
        page
        icon={<IconLock size={26} />}
        title={title}
        body={left.length === 0 ? why : `${why} ${t('missingRight.leftOut', { roles: left.join(', ') })}`}
        action={<Button renderRoot={(props) => <Link {...props} to="/vardes" />}>{t('shell.toDevices')}</Button>}
      />
    </>
  );
}
