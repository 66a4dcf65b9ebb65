import { Alert, Button, Checkbox, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { userTags } from '@varde/catalogue/user-tags';
import { importColumns } from '@varde/contract/import-columns';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveCsv } from '#domain/export/csv.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import { NotInStock } from './add-device-form.tsx';
import styles from './add-device-page.module.css';
import type { Import, ImportResult } from './use-import.ts';

interface ImportResultsProps {
  current: Import;
  busy: boolean;
  failure: string | null;
  onRun: () => void;
  onRestart: () => void;
}

/** The result of each row, of the dry run and then of the import. */
export function ImportResults({ current, busy, failure, onRun, onRestart }: ImportResultsProps) {
  const { t } = useTranslation();
  const { table, results, imported } = current;
  const all = [...results.values()];
  const ready = all.filter(({ faults }) => faults.length === 0).length;
  const tokens = all.filter(({ token }) => token !== null);
  const [seen, setSeen] = useState(table.doubts.length === 0);
  return (
    <>
      <Text fw={600} role="status">
        {t(imported ? 'importDevices.done' : 'importDevices.ready', { ready, count: all.length })}
      </Text>
      {table.unused.length > 0 && (
        <Text size="sm">{t('importDevices.unused', { columns: table.unused.join(', ') })}</Text>
      )}
      {imported && tokens.length > 0 && (
        <Alert variant="light" title={t('importDevices.tokens')}>
          <TokenButton current={current} tokens={tokens} />
        </Alert>
      )}
      {!imported && table.doubts.length > 0 && <Doubts current={current} seen={seen} onSeen={setSeen} />}
      {!imported && all.some(isElsewhere) && <NotInStock />}
      <RowTable current={current} />
      <Group>
        {imported ? (
          <Button component={Link} to="/vardes">
            {t('devices.title')}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onRestart}>
              {t('importDevices.another')}
            </Button>
            <SteadyButton disabled={ready === 0 || !seen} loading={busy} onClick={onRun}>
              {t('importDevices.run', { count: ready })}
            </SteadyButton>
          </>
        )}
        <Failure text={failure} />
      </Group>
    </>
  );
}

/** Of a unit that is not in stock here, or registered elsewhere. */
const isElsewhere = ({ faults }: ImportResult): boolean =>
  faults.some(({ fault }) => fault === 'notInStock' || fault === 'taken');

/** Doubts that are shown one by one. */
const mostDoubts = 10;

interface DoubtsProps {
  current: Import;
  seen: boolean;
  onSeen: (seen: boolean) => void;
}

/** Asks whether numbers are whole that a spreadsheet may have shortened. */
function Doubts({ current: { table }, seen, onSeen }: DoubtsProps) {
  const { t } = useTranslation();
  const more = table.doubts.length - mostDoubts;
  return (
    <Alert color="yellow" variant="light">
      {/* Not as the title of the alert, which has too little contrast in yellow. */}
      <Text size="sm" fw={600} mb="xs">
        {t('importDevices.doubts.title')}
      </Text>
      <Text size="sm">{t('importDevices.doubts.help')}</Text>
      <ul className={styles.columns}>
        {table.doubts.slice(0, mostDoubts).map(({ line, column, text }) => (
          <li key={`${line} ${column}`}>
            {t('importDevices.doubts.one', {
              line,
              column: t(`importDevices.columns.${column}`),
              number: text,
            })}
          </li>
        ))}
        {more > 0 && <li>{t('importDevices.doubts.more', { count: more })}</li>}
      </ul>
      <Checkbox
        mt="sm"
        label={t('importDevices.doubts.right')}
        checked={seen}
        onChange={({ currentTarget }) => onSeen(currentTarget.checked)}
      />
    </Alert>
  );
}

/** The rows as they were read. */
function RowTable({ current: { table, results, imported } }: { current: Import }) {
  const { t } = useTranslation();
  const rows = table.rows.map((row) => ({ ...row, ...results.get(row.line)?.read }));
  const columns = importColumns.filter((column) => rows.some((row) => row[column] !== ''));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
    <section className={styles.scroller} tabIndex={0} aria-label={t('importDevices.result')}>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th>{t('importDevices.line')}</th>
            {columns.map((column) => (
              <th key={column}>{t(`importDevices.columns.${column}`)}</th>
            ))}
            <th>{t('importDevices.result')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const result = results.get(row.line);
            return (
              <tr key={row.line}>
                <td>{row.line}</td>
                {columns.map((column) => (
                  <td key={column}>{column === 'tag' ? tagText(t, row.tag) : row[column]}</td>
                ))}
                <td className={result?.origin === null ? styles.faulty : undefined}>
                  {result && resultText(t, result, imported)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The name of a tag, or the text of the cell where there is none. */
const tagText = (t: TFunction, text: string): string => {
  const tag = userTags.find((one) => one === text);
  return tag === undefined ? text : t(`catalogue.userTags.${tag}`);
};

function resultText(t: TFunction, { origin, faults }: ImportResult, imported: boolean): string {
  if (origin !== null) return t(`importDevices.${imported ? 'imported' : 'origins'}.${origin}`);
  return faults
    .map(({ column, fault, otherLine }) =>
      t('importDevices.fault', {
        column: t(`importDevices.columns.${column}`),
        fault: t(`importDevices.faults.${fault}`, { line: otherLine }),
      }),
    )
    .join(' ');
}

/** Tokens are shown only now: they can be saved as a file, and leaving the page without it asks first. */
function TokenButton({ current: { table }, tokens }: { current: Import; tokens: readonly ImportResult[] }) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState(false);
  useUnsavedGuard(!saved);
  const serials = new Map(table.rows.map(({ line, serial }) => [line, serial]));
  const save = () => {
    saveCsv(t('importDevices.tokenFile'), [
      [t('importDevices.columns.serial'), t('deviceLog.identities.token')],
      ...tokens.map(({ line, token }) => [serials.get(line) ?? '', token ?? '']),
    ]);
    setSaved(true);
  };
  return (
    <Button variant="default" onClick={save}>
      {t('importDevices.saveTokens')}
    </Button>
  );
}
