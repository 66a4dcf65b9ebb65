import { NativeSelect } from '@mantine/core';
import { type SensorTypeCode, sensorTypes } from '@varde/catalogue/sensor-types';
import type { SensorRow } from '@varde/contract/sensors';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { FunctionForm } from './function-form.tsx';
import { useSensorWords } from './use-sensor-words.ts';

interface Processing {
  deviId: number;
  row: SensorRow;
  name: string;
}

/** Asks what a sensor is for that its unit waits to be told about. */
export async function openProcessing(asked: Processing, onDone: () => Promise<void>): Promise<void> {
  const done = await openDialog<boolean>({
    title: i18next.t('sensors.processTitle', { name: asked.name }),
    content: (close) => <ProcessingForm {...asked} onDone={close} />,
  });
  if (done) await onDone();
}

const homeTypes = sensorTypes.filter(({ kind }) => kind === 'homeSensor');

function ProcessingForm({
  deviId,
  row: { sensor },
  onDone,
}: Processing & { onDone: (done?: boolean) => void }) {
  const { t } = useTranslation();
  const words = useSensorWords();
  const { submit, busy, failure } = useSubmit();
  const known = homeTypes.find(({ code }) => code === sensor.type.code)?.code;
  const [deviceType, setDeviceType] = useState<SensorTypeCode>(known ?? '0');
  return (
    <FunctionForm
      key={deviceType}
      deviId={deviId}
      sensor={sensor}
      typeCode={deviceType}
      foot={({ isComplete }) => (
        <DialogButtons failure={failure} busy={busy} disabled={!isComplete} onCancel={() => onDone()}>
          {t('sensors.form.confirm')}
        </DialogButtons>
      )}
      onSubmit={async (values) => {
        const params = { deviId, sensorId: sensor.deseId };
        const done = await submit(() => call('processSensor', { params, body: { deviceType, ...values } }));
        if (done) onDone(true);
      }}
    >
      <NativeSelect
        label={t('sensors.form.type')}
        data={homeTypes.map(({ code }) => ({ value: code, label: words.type(code) }))}
        value={deviceType}
        onChange={({ currentTarget }) => setDeviceType(currentTarget.value as SensorTypeCode)}
      />
    </FunctionForm>
  );
}
