import type { SensorTypeCode } from '@varde/catalogue/sensor-types';
import type { SensorRow } from '@varde/contract/sensors';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { FunctionForm } from './function-form.tsx';
import { homeTypeOf, TypeField } from './type-field.tsx';

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

function ProcessingForm({ deviId, row: { sensor }, onDone }: Processing & { onDone: (done?: boolean) => void }) {
  const { t } = useTranslation();
  const { submit, busy, failure } = useSubmit();
  const [deviceType, setDeviceType] = useState<SensorTypeCode>(homeTypeOf(sensor.type.code) ?? '0');
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
      <TypeField value={deviceType} onChange={setDeviceType} />
    </FunctionForm>
  );
}
