import { Alert, Button, CopyButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { hardwareById, hardwareList } from '@varde/catalogue/hardware/index';
import { registrationProtocol } from '@varde/catalogue/protocols';
import type { DeviceDetail } from '@varde/contract/devices';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { useDraft } from '#data/use-draft.ts';
import { CustomerField } from '#domain/customers/customer-field.tsx';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import styles from './add-device-page.module.css';

type Stock = Output<'findStock'>;
type Customer = { custId: number; firmName: string };

/**
 * First the serial number, then the missing data of the unit: name and customer, and its hardware if it is not in
 * stock.
 */
export function AddDeviceForm({ master }: { master: DeviceDetail | null }) {
  const { t } = useTranslation();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [serial, setSerial] = useDraft(`add-device-${master?.deviId ?? 0}`, '');
  const [stock, setStock] = useState<Stock | null>(null);
  const serialNum = serial.trim();

  async function find(event: FormEvent) {
    event.preventDefault();
    const found = await submit(() => call('findStock', { query: { serialNum } }));
    if (found) setStock(found);
  }
  if (stock !== null && (stock.unit || stock.mayRegister))
    return <UnitForm serial={serialNum} stock={stock} master={master} onBack={() => setStock(null)} />;
  return (
    <form onSubmit={find} noValidate>
      <Stack>
        <TextInput
          label={t('addDevice.serial')}
          description={t('addDevice.serialHelp')}
          value={serial}
          maxLength={40}
          error={errors.serialNum ?? (stock && t('addDevice.notInStock', { serial: serialNum }))}
          onChange={({ currentTarget }) => {
            setSerial(currentTarget.value);
            setStock(null);
          }}
        />
        {stock && <NotInStock />}
        <Group>
          <SteadyButton type="submit" loading={busy} disabled={serialNum === ''}>
            {t('common.proceed')}
          </SteadyButton>
          <Failure text={failure} />
        </Group>
      </Stack>
    </form>
  );
}

/** What to do about a unit that cannot be added here, and who can. Says not whether somebody else has it. */
export function NotInStock() {
  const { t } = useTranslation();
  return (
    <Alert variant="light" role="note" title={t('addDevice.notHere.title')}>
      <ul className={styles.advice}>
        {(['number', 'own', 'other', 'new'] as const).map((key) => (
          <li key={key}>{t(`addDevice.notHere.${key}`)}</li>
        ))}
      </ul>
    </Alert>
  );
}

interface UnitFormProps {
  serial: string;
  stock: Stock;
  master: DeviceDetail | null;
  onBack: () => void;
}

const noHardware = { dehaId: hardwareList[0]?.dehaId ?? 0, identity: '', phone: '' };

function UnitForm({ serial, stock: { unit }, master, onBack }: UnitFormProps) {
  const { t } = useTranslation();
  const { submit, busy, errors, setErrors, failure } = useFormSubmit();
  const of = `add-device-${master?.deviId ?? 0}-${serial}`;
  const [deviceName, setName] = useDraft(`${of}-name`, master?.deviceName ?? '');
  const [customer, setCustomer] = useDraft<Customer | null>(`${of}-customer`, customerOf(master));
  const [hardware, setHardware] = useDraft(`${of}-hardware`, noHardware);
  const { token, finish } = useAdded();

  async function save(event: FormEvent) {
    event.preventDefault();
    if (customer === null) return setErrors({ custId: t('addDevice.chooseCustomer') });
    const added = await submit(() =>
      call('addDevice', {
        body: {
          deviceSerialNumber: serial,
          deviceName,
          custId: customer.custId,
          twinOf: master?.deviId ?? null,
          unit: unit ? null : hardware,
        },
      }),
    );
    if (added) await finish(added, master ?? added);
  }
  if (token) return <Token {...token} />;
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <Text size="sm">
          {unit
            ? t('addDevice.found', {
                serial,
                type: hardwareById(unit.dehaId)?.name ?? '',
                customer: unit.custName,
              })
            : t('addDevice.register', { serial })}
        </Text>
        {!unit && <HardwareFields value={hardware} errors={errors} onChange={setHardware} />}
        <TextInput
          label={t('addDevice.name')}
          value={deviceName}
          maxLength={80}
          required
          error={errors.deviceName}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {master === null && (
          <CustomerField
            label={t('addDevice.customer')}
            chooseLabel={t('addDevice.chooseCustomer')}
            shown={customer?.firmName ?? t('common.none')}
            value={customer?.custId ?? null}
            error={errors.custId}
            onChange={setCustomer}
          />
        )}
        <Group>
          <Button variant="default" onClick={onBack}>
            {t('common.cancel')}
          </Button>
          <SteadyButton type="submit" loading={busy}>
            {t('addDevice.add')}
          </SteadyButton>
          <Failure text={failure} />
        </Group>
      </Stack>
    </form>
  );
}

const customerOf = (master: DeviceDetail | null): Customer | null =>
  master && { custId: master.ownedByCustId, firmName: master.ownedByCustName };

/** Opens the device's page; a token stays on the screen first, since it is shown only now. */
function useAdded() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [token, setToken] = useState<{ token: string; onDone: () => void } | null>(null);
  async function finish(added: Output<'addDevice'>, shown: Pick<DeviceDetail, 'deviId' | 'dehaId'>) {
    notifyDone(t('addDevice.added', { name: added.deviceName }));
    await cache.invalidateQueries();
    const open = () =>
      void navigate({
        to: '/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}',
        params: { deviId: String(shown.deviId), dehaId: String(shown.dehaId) },
      });
    if (added.token === null) open();
    else setToken({ token: added.token, onDone: open });
  }
  return { token, finish };
}

function Token({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack align="flex-start">
      <Alert variant="light" title={t('deviceLog.identities.token')}>
        <Text size="sm">{t('deviceLog.identities.tokenHelp')}</Text>
        <code>{token}</code>
      </Alert>
      <Group>
        <CopyButton value={token}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'deviceLog.copied' : 'deviceLog.copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t('common.proceed')}</Button>
      </Group>
    </Stack>
  );
}

function HardwareFields({
  value,
  errors,
  onChange,
}: {
  value: typeof noHardware;
  errors: Readonly<Record<string, string>>;
  onChange: (value: typeof noHardware) => void;
}) {
  const { t } = useTranslation();
  const chosen = hardwareById(value.dehaId);
  const needsToken = chosen !== undefined && registrationProtocol(chosen).token;
  return (
    <>
      <NativeSelect
        label={t('addDevice.hardware')}
        description={t(needsToken ? 'addDevice.byToken' : 'addDevice.byIdentity')}
        value={String(value.dehaId)}
        data={hardwareList.map(({ dehaId, name }) => ({ value: String(dehaId), label: name }))}
        onChange={({ currentTarget }) => onChange({ ...value, dehaId: Number(currentTarget.value) })}
      />
      <TextInput
        label={t('addDevice.identity')}
        description={t('addDevice.identityHelp')}
        value={value.identity}
        maxLength={40}
        required
        error={errors['unit.identity']}
        onChange={({ currentTarget }) => onChange({ ...value, identity: currentTarget.value })}
      />
      <TextInput
        label={t('devices.phone')}
        description={t('addDevice.phoneHelp')}
        value={value.phone}
        maxLength={25}
        error={errors['unit.phone']}
        onChange={({ currentTarget }) => onChange({ ...value, phone: currentTarget.value })}
      />
    </>
  );
}
