import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { ListedDevice } from '@varde/contract/devices';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import type { BulkProps } from './bulk-props.ts';
import styles from './device-list.module.css';
import { type BulkResult, useBulkRun } from './use-bulk-run.ts';

/** The results of all bulk actions. Texts: `bulk.results.<word>`. */
export type ResultWord =
  | 'moved'
  | 'there'
  | 'tagged'
  | 'taggedBefore'
  | 'settingsSet'
  | 'restored'
  | 'queued'
  | 'queuedAway'
  | 'defaultsSet'
  | 'defaultsBefore';

interface BulkDialogProps extends Omit<BulkProps, 'devices'> {
  affected: readonly ListedDevice[];
  /** Selected devices that are not affected. */
  excluded: readonly ListedDevice[];
  /** Why not. */
  reason: string;
  /** Why not, of one device. */
  why?: (device: ListedDevice) => string;
  /** Input before the start. */
  choice?: ReactNode;
  /** Description of the effect; null: the input is incomplete. */
  preview: string | null;
  proceed: string;
  destructive?: boolean;
  /** Text about a device before the start. */
  present?: (device: ListedDevice) => string;
  work: (device: ListedDevice) => Promise<ResultWord>;
  /** Gives devices back what they had before, once the work has ended. */
  undo?: { text: (count: number) => string; work: (device: ListedDevice) => Promise<ResultWord> };
}

/** Runs an action on many devices: shows the affected and excluded devices, the progress, and each result. */
export function BulkDialog({ affected, preview, choice, work, onRunning, onDone, ...props }: BulkDialogProps) {
  const { t } = useTranslation();
  const { results, running, done, ended, interrupted, run, goOn, stop } = useBulkRun<ResultWord>();
  useEffect(() => onRunning(running), [running, onRunning]);
  const count = results.size;
  return (
    <Stack>
      {count === 0 && choice}
      {running && <Progress value={(100 * done) / count} aria-label={t('bulk.progress')} />}
      <Text fw={600} size="sm" role="status">
        {count === 0 ? preview : t(interrupted ? 'bulk.interrupted' : 'bulk.doneOf', { done, count })}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard */}
      <ul className={styles.results} tabIndex={0} aria-label={t('devices.title')}>
        {affected.map((device) => (
          <DeviceLine key={device.deviId} device={device}>
            <ResultText result={results.get(device.deviId)} before={props.present?.(device)} />
          </DeviceLine>
        ))}
      </ul>
      <Excluded {...props} />
      {ended ? (
        <Group justify="flex-end">
          <UndoButton undo={props.undo} devices={affected} results={results} onUndo={run} />
          <Button onClick={onDone}>{t('common.close')}</Button>
        </Group>
      ) : (
        <DialogButtons
          destructive={props.destructive ?? false}
          disabled={preview === null}
          busy={running}
          onCancel={running ? stop : onDone}
          onProceed={() => void (interrupted ? goOn() : run(affected, work))}
        >
          {interrupted ? t('bulk.goOn') : props.proceed}
        </DialogButtons>
      )}
    </Stack>
  );
}

function Excluded({ excluded, reason, why }: Pick<BulkDialogProps, 'excluded' | 'reason' | 'why'>) {
  const { t } = useTranslation();
  if (excluded.length === 0) return null;
  return (
    <details>
      <summary className={styles.excluded}>{t('bulk.excluded', { count: excluded.length, reason })}</summary>
      <ul className={styles.results}>
        {excluded.map((device) => (
          <DeviceLine key={device.deviId} device={device}>
            {why && <span className={styles.dim}>{why(device)}</span>}
          </DeviceLine>
        ))}
      </ul>
    </details>
  );
}

interface UndoButtonProps {
  undo: BulkDialogProps['undo'] | undefined;
  devices: readonly ListedDevice[];
  results: ReadonlyMap<number, BulkResult<ResultWord>>;
  onUndo: (devices: readonly ListedDevice[], work: BulkDialogProps['work']) => Promise<void>;
}

/** The way back, of the devices that were changed. */
function UndoButton({ undo, devices, results, onUndo }: UndoButtonProps) {
  const changed = devices.filter(({ deviId }) => {
    const result = results.get(deviId);
    return typeof result === 'string' && result !== 'waiting' && result !== 'restored';
  });
  if (undo === undefined || changed.length === 0) return null;
  return (
    <Button variant="default" onClick={() => void onUndo(changed, undo.work)}>
      {undo.text(changed.length)}
    </Button>
  );
}

function DeviceLine({ device, children }: { device: ListedDevice; children?: ReactNode }) {
  return (
    <li>
      <span>
        {device.deviceName} <span className={styles.dim}>({device.deviceSNNum})</span>
      </span>
      {children}
    </li>
  );
}

interface ResultTextProps {
  result: BulkResult<ResultWord> | undefined;
  before: string | undefined;
}

function ResultText({ result, before }: ResultTextProps) {
  const { t } = useTranslation();
  if (result === undefined) return <span className={styles.dim}>{before}</span>;
  if (typeof result === 'string') return <span>{t(`bulk.results.${result}`)}</span>;
  return <strong role="alert">{t(`errors.${result.failed}`)}</strong>;
}
