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
  /** Input before the start. */
  choice?: ReactNode;
  /** Description of the effect; null: the input is incomplete. */
  preview: string | null;
  proceed: string;
  destructive?: boolean;
  /** Text about a device before the start. */
  present?: (device: ListedDevice) => string;
  work: (device: ListedDevice) => Promise<ResultWord>;
}

/** Runs an action on many devices: shows the affected and excluded devices, the progress, and each result. */
export function BulkDialog({ affected, preview, choice, work, onRunning, onDone, ...props }: BulkDialogProps) {
  const { t } = useTranslation();
  const { results, running, done, ended, run, stop } = useBulkRun<ResultWord>(affected);
  useEffect(() => onRunning(running), [running, onRunning]);
  return (
    <Stack>
      {results.size === 0 && choice}
      {running && <Progress value={(100 * done) / affected.length} aria-label={t('bulk.progress')} />}
      <Text fw={600} size="sm" role="status">
        {results.size === 0 ? preview : t('bulk.doneOf', { done, count: affected.length })}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard */}
      <ul className={styles.results} tabIndex={0} aria-label={t('devices.title')}>
        {affected.map((device) => (
          <DeviceLine key={device.deviId} device={device}>
            <ResultText result={results.get(device.deviId)} before={props.present?.(device)} />
          </DeviceLine>
        ))}
      </ul>
      {props.excluded.length > 0 && (
        <details>
          <summary className={styles.excluded}>
            {t('bulk.excluded', { count: props.excluded.length, reason: props.reason })}
          </summary>
          <ul className={styles.results}>
            {props.excluded.map((device) => (
              <DeviceLine key={device.deviId} device={device} />
            ))}
          </ul>
        </details>
      )}
      {ended ? (
        <Group justify="flex-end">
          <Button onClick={onDone}>{t('common.close')}</Button>
        </Group>
      ) : (
        <DialogButtons
          destructive={props.destructive ?? false}
          disabled={preview === null}
          busy={running}
          onCancel={running ? stop : onDone}
          onProceed={() => void run(work)}
        >
          {props.proceed}
        </DialogButtons>
      )}
    </Stack>
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
