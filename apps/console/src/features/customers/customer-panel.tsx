import { Button, Group } from '@mantine/core';
import { IconArrowsMove, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { kindsBelow } from '@varde/catalogue/customer-kinds';
import type { Customer } from '@varde/contract/customers';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import styles from '#ui/panes.module.css';
import { AddressLookupSection } from './address-lookup-section.tsx';
import { AlarmCentreForm } from './alarm-centre-form.tsx';
import { CouponSection } from './coupon-section.tsx';
import { CustomerForm } from './customer-form.tsx';
import { DefaultFencesSection } from './default-fences-section.tsx';
import { DefaultSettingsSection } from './default-settings-section.tsx';
import { ImageSection } from './image-section.tsx';
import { MessageCostSection } from './message-cost-section.tsx';
import { NationalIntegrationSection } from './national-integration-section.tsx';
import { NotificationSection } from './notification-section.tsx';
import { PositionRetentionSection } from './position-retention-section.tsx';
import { useMoveCustomer } from './use-move-customer.tsx';
import { useNewCustomer } from './use-new-customer.tsx';
import { WebHookSection } from './web-hook-section.tsx';

interface CustomerPanelProps {
  custId: number;
  onChoose: (custId: number) => void;
}

/** The chosen customer: its place in the tree, its actions and its details. */
export function CustomerPanel({ custId, onChoose }: CustomerPanelProps) {
  const { data, error, refetch } = useQuery(apiQuery('getCustomer', { params: { custId } }));
  if (!data) return <LoadState error={error} onRetry={refetch} height={320} />;
  return (
    <section className={styles.panel} aria-labelledby="customer-name">
      <CustomerHeader customer={data} onChoose={onChoose} />
      <CustomerForm customer={data} />
      {data.centre && data.abilities.includes('edit') && (
        <AlarmCentreForm key={custId} custId={custId} centre={data.centre} />
      )}
      {data.abilities.includes('edit') && <ImageSection customer={data} />}
      {data.abilities.includes('coupons') && <CouponSection customer={data} />}
      <NationalIntegrationSection key={`national ${custId}`} custId={custId} />
      <NotificationSection custId={custId} centre={data.alarmCentre?.takesAlarms ? data.alarmCentre : null} />
      <DefaultSettingsSection key={`defaults ${custId}`} custId={custId} />
      <DefaultFencesSection key={`fences ${custId}`} custId={custId} />
      <PositionRetentionSection key={`positions ${custId}`} custId={custId} />
      <AddressLookupSection key={`addresses ${custId}`} custId={custId} />
      <WebHookSection key={custId} custId={custId} />
      <MessageCostSection custId={custId} />
    </section>
  );
}

function CustomerHeader({ customer, onChoose }: { customer: Customer; onChoose: (custId: number) => void }) {
  const { t } = useTranslation();
  const add = useNewCustomer(onChoose);
  const move = useMoveCustomer();
  const { custId, firmName, kind, above, childCount, deviceCount, abilities } = customer;
  return (
    <header className={styles.panelHeader}>
      <div>
        {above.length > 0 && (
          <p className={styles.above}>
            {above.map((each) => (
              <span key={each.custId}>
                <button type="button" className={styles.aboveLink} onClick={() => onChoose(each.custId)}>
                  {each.firmName}
                </button>
                <span aria-hidden="true"> › </span>
              </span>
            ))}
          </p>
        )}
        <h2 id="customer-name" className={styles.panelTitle}>
          {firmName}
        </h2>
        <p className={styles.facts}>
          {t(`customers.kinds.${kind}`)} · {t('customers.devices', { count: deviceCount })} ·{' '}
          {t('customers.below', { count: childCount })}
        </p>
      </div>
      <Group gap="xs">
        {abilities.includes('addBelow') && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => void add({ custId, firmName }, kindsBelow(kind))}
          >
            {t('customers.addBelow')}
          </Button>
        )}
        {abilities.includes('move') && (
          <Button
            variant="default"
            leftSection={<IconArrowsMove size={16} aria-hidden />}
            onClick={() => void move(customer)}
          >
            {t('customers.move')}
          </Button>
        )}
      </Group>
    </header>
  );
}
