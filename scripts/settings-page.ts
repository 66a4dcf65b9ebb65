import texts from '../apps/console/src/texts/en/settings.json' with { type: 'json' };
import { hardwareList } from '../packages/catalogue/src/hardware/index.ts';
import { comparePlaces, pageOf, settingsPages } from '../packages/catalogue/src/settings/pages.ts';
import { settingsOfType } from '../packages/catalogue/src/settings/settings-for.ts';
import type { SettingCondition, SettingDefinition } from '../packages/catalogue/src/settings/types.ts';
import { type SettingKey, vocabulary } from '../packages/catalogue/src/settings/vocabulary.ts';

/** docs/settings.md, made from the vocabulary and the English texts. */
export function settingsPage(): string {
  const ordered = [...vocabulary].sort(comparePlaces);
  const rows = ordered.map(
    (setting) =>
      `| ${[
        `\`${setting.key}\``,
        texts[setting.key].label,
        pageOf(setting).key,
        texts.groups[setting.group],
        domainOf(setting),
        setting.default === '' ? 'empty' : `${setting.default}`,
        rulesOf(setting).join('; '),
        hardwareWith(setting.key),
      ].join(' | ')} |`,
  );
  return `# Settings

<!-- Made by \`node scripts/generate-docs.ts\` from packages/catalogue/src/settings and apps/console/src/texts/en/settings.json. -->

The settings of devices. Values are in their widest form; a kind of hardware may accept fewer of them, and may have another default. A setting has a desired value, a reported one, and the state of its command: \`pending\`, \`sent\`, \`confirmed\`, \`failed\`, \`expired\` or \`cancelled\`. A value that the device has not reported is never shown as reported. A setting that the server keeps has a desired value only, and takes effect when it is saved.

A setting without hardware is named by the specification, and no hardware in Varde has it yet.

| key | name | page | group | values | default | rules | hardware |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}

## Pages

Settings of a page are seen and saved by those who hold its policy for the customer that owns the device, and who may open the device's settings at all, with \`GX8\` for units of the Gx8 family and \`VARDE\` for all other devices (\`settings-policies.ts\`).

| page | policy | groups |
|---|---|---|
${settingsPages.map(({ key, policy, groups }) => `| \`${key}\` | \`${policy}\` | ${groups.map((group) => texts.groups[group]).join(', ')} |`).join('\n')}

## Adding a setting

Its entry in \`packages/catalogue/src/settings\`, in a group that stands on a page of \`pages.ts\`; its settings group in the protocol's \`settings.ts\` (\`packages/protocols/src/eview/settings.ts\`, \`packages/protocols/src/watch/settings.ts\`), the hardware that has it (\`hardware/shared-settings.ts\` for what a family has in common), and its texts in \`apps/console/src/texts\`. Then \`node scripts/generate-docs.ts\`.
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
    case 'phones':
      return `at most ${setting.most} phone numbers, separated by commas, or empty`;
    case 'time':
      return setting.options?.join(', ') ?? 'HH:mm';
    case 'hours':
      return 'HH:mm-HH:mm, or empty';
  }
}

/** The rules of a setting besides its value. */
function rulesOf(setting: SettingDefinition): string[] {
  const { confirm = [], sets = [], warnings = [], shownWhen = [], enabledWhen = [], capability } = setting;
  return [
    ...confirm.map(
      ({ when, from, to }) =>
        `asks before ${when === 'save' ? 'saving' : 'choosing'} ${to}${from === undefined ? '' : ` after ${from}`}`,
    ),
    ...sets.map(({ when, key, to }) => `${when} sets \`${key}\` to ${to}`),
    ...warnings.map(({ when }) => `warns while ${conditions(when)}`),
    ...(shownWhen.length > 0 ? [`shown while ${conditions(shownWhen)}`] : []),
    ...(enabledWhen.length > 0 ? [`can be changed while ${conditions(enabledWhen)}`] : []),
    ...(capability === undefined ? [] : [`only with the capability ${capability}`]),
    ...(setting.needs ? [`only for users with the flag ${setting.needs}`] : []),
    ...(setting.keptByServer ? ['kept by the server, and not sent to the device'] : []),
    ...(setting.override ? ['keeps its default unless it is overridden'] : []),
    ...(setting.keptByServer ? ['Varde itself acts on it; it is sent to no device'] : []),
  ];
}

const conditions = (all: readonly SettingCondition[]): string =>
  all.map((one) => `\`${one.key}\` is ${'equals' in one ? one.equals : `not ${one.differsFrom}`}`).join(' and ');

function hardwareWith(key: SettingKey): string {
  const having = hardwareList.filter((hardware) => settingsOfType(hardware).some((setting) => setting.key === key));
  if (having.length === hardwareList.length) return 'all';
  return having.map(({ dehaId }) => dehaId).join(', ');
}
