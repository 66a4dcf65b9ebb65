import texts from '../apps/console/src/texts/en/settings.json' with { type: 'json' };
import { hardwareList } from '../packages/catalogue/src/hardware/index.ts';
import { settingsFor } from '../packages/catalogue/src/settings/settings-for.ts';
import { type SettingDefinition, settingGroups } from '../packages/catalogue/src/settings/types.ts';
import { type SettingKey, vocabulary } from '../packages/catalogue/src/settings/vocabulary.ts';

/** docs/settings.md, made from the vocabulary and the English texts. */
export function settingsPage(): string {
  const ordered = [...vocabulary].sort(
    (a, b) => settingGroups.indexOf(a.group) - settingGroups.indexOf(b.group) || a.order - b.order,
  );
  const rows = ordered.map(
    (setting) =>
      `| ${[
        `\`${setting.key}\``,
        texts[setting.key].label,
        texts.groups[setting.group],
        domainOf(setting),
        setting.default === '' ? 'empty' : `${setting.default}`,
        askedFor(setting),
        hardwareWith(setting.key),
      ].join(' | ')} |`,
  );
  return `# Settings

<!-- Made by \`node scripts/generate-docs.ts\` from packages/catalogue/src/settings and apps/console/src/texts/en/settings.json. -->

What can be set on a device. Values stand in their widest form; a kind of hardware may take fewer of them, and may begin with another default. A setting has a desired value, a reported one, and how far the command that carries it has come: \`pending\`, \`sent\`, \`confirmed\` or \`failed\`. What the device has not reported is never shown as if it had.

| key | name | group | values | default | asks before | hardware |
|---|---|---|---|---|---|---|
${rows.join('\n')}

## Adding a setting

Its entry in \`packages/catalogue/src/settings\`, its group in the protocol's \`settings.ts\` (\`packages/protocols/src/eview/settings.ts\`, \`packages/protocols/src/watch/settings.ts\`), the hardware that has it, and its texts in \`apps/console/src/texts\`. Then \`node scripts/generate-docs.ts\`.
`;
}

const withUnit = (values: string, unit: string | undefined): string =>
  unit === undefined ? values : `${values} (${unit})`;

function domainOf(setting: SettingDefinition): string {
  switch (setting.kind) {
    case 'toggle':
      return 'true, false';
    case 'choice':
      return withUnit(setting.options.map(({ value }) => value).join(', '), setting.unit);
    case 'integer':
      return withUnit(`${setting.min} to ${setting.max}`, setting.unit);
    case 'text':
      return `text of at most ${setting.maxLength} characters`;
    case 'phone':
      return 'phone number, or empty';
    case 'time':
      return 'HH:mm';
  }
}

const askedFor = ({ confirm = [] }: SettingDefinition): string =>
  confirm.map(({ when, to }) => `${when === 'save' ? 'saving' : 'choosing'} ${to}`).join(', ');

function hardwareWith(key: SettingKey): string {
  const having = hardwareList.filter((hardware) =>
    settingsFor(hardware, Number.MAX_SAFE_INTEGER).some((setting) => setting.key === key),
  );
  return having.map(({ dehaId }) => dehaId).join(', ');
}
