import { Alert, Button, FileButton, Group, Text } from '@mantine/core';
import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { userTags } from '@varde/catalogue/user-tags';
import { noteLength } from '@varde/contract/forms';
import { importColumns, maxImportRows } from '@varde/contract/import-columns';
import { useTranslation } from 'react-i18next';
import { saveCsv } from '#domain/export/csv.ts';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import styles from './add-device-page.module.css';
import { ImportResults } from './import-results.tsx';
import { headingRows } from './import-rows.ts';
import { useImport } from './use-import.ts';

/** Registers many devices from a CSV file or an Excel workbook: first a dry run, then the rows without faults. */
export function ImportPage() {
  const { t } = useTranslation();
  const title = t('importDevices.title');
  return (
    <div className={styles.wide}>
      <PageTitle text={title} />
      <h1 className={styles.title}>{title}</h1>
      <Import />
    </div>
  );
}

function Import() {
  const { t } = useTranslation();
  const { current, unreadable, busy, failure, read, run, restart } = useImport();
  const tags = userTags.map((tag) => t(`catalogue.userTags.${tag}`)).join(', ');
  return current === null ? (
    <>
      <Text size="sm">{t('importDevices.help', { count: maxImportRows })}</Text>
      <ul className={styles.columns}>
        {importColumns.map((column) => (
          <li key={column}>
            <strong>{t(`importDevices.columns.${column}`)}</strong>:{' '}
            {t(`importDevices.about.${column}`, { tags, count: noteLength })}
          </li>
        ))}
      </ul>
      <Group>
        <FileButton accept=".csv,.xlsx,.txt,.xls,.xlsb,.ods,.numbers" onChange={(file) => file && void read(file)}>
          {(props) => (
            <SteadyButton {...props} loading={busy} leftSection={<IconFileUpload size={16} aria-hidden />}>
              {t('importDevices.choose')}
            </SteadyButton>
          )}
        </FileButton>
        <TemplateButton />
        <Failure text={failure} />
      </Group>
      {unreadable && (
        <Alert color="red" variant="light" role="alert">
          {t(`importDevices.unreadable.${unreadable}`, { count: maxImportRows, lines: headingRows })}
        </Alert>
      )}
    </>
  ) : (
    <ImportResults
      current={current}
      busy={busy}
      failure={failure}
      onRun={() => void run(current)}
      onRestart={restart}
    />
  );
}

/** Downloads a template with the headings and an example. */
function TemplateButton() {
  const { t } = useTranslation();
  const example = {
    serial: 'SN0000001',
    name: t('importDevices.example.name'),
    customer: t('importDevices.example.customer'),
    tag: t('catalogue.userTags.MOBILE_ALARM_DEVICE'),
    note: t('importDevices.example.note'),
    hardware: hardwareList[0]?.name ?? '',
    identity: '861234567890123',
    phone: '90000000',
  };
  const save = () =>
    saveCsv(t('importDevices.template'), [
      importColumns.map((column) => t(`importDevices.columns.${column}`)),
      importColumns.map((column) => example[column]),
    ]);
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      {t('importDevices.downloadTemplate')}
    </Button>
  );
}
