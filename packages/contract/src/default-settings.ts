import { defaultSettingsPolicies } from '@varde/catalogue/default-settings';
import { z } from 'zod';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { idInBody } from './fields.ts';
import { dehaIdField, idField } from './filters.ts';
import { mostPreviewed } from './forms.ts';
import { routes } from './routes.ts';
import { settingInput, settingValue } from './settings.ts';

const params = z.object({ custId: idField, dehaId: dehaIdField });

const defaultSettings = z.object({
  custId: z.number(),
  dehaId: z.number(),
  /** One entry for each setting of the hardware, with any firmware, whose default the caller may see. */
  settings: z.array(
    z.object({
      key: z.string(),
      /** Of the customer itself; null: none. */
      value: settingValue.nullable(),
      /** That of the nearest customer above; null: there is none, and devices keep what they have. */
      inherited: z.object({ value: settingValue, customerName: z.string() }).nullable(),
      changeable: z.boolean(),
    }),
  ),
});
export type DefaultSettings = z.output<typeof defaultSettings>;

export const getDefaultSettings = defineEndpoint({
  ...routes.getDefaultSettings,
  summary: 'The default settings of a customer for a type of device, and what it inherits',
  permission: defaultSettingsPolicies,
  params,
  response: defaultSettings,
});

const values = z.record(z.string().max(64), settingInput.nullable());

const saveDefaultSettings = defineEndpoint({
  ...routes.saveDefaultSettings,
  maxBodyBytes: 64 * 1024,
  summary:
    'Save default settings; null removes one, and keys that are left out stay as they are. No device changes by it',
  permission: defaultSettingsPolicies,
  params,
  body: z.object({
    values,
    /**
     * The customer's own defaults from which the caller began, by key; null: it had none. Where one is another by now, nothing
     * is saved: `settingsChanged` names those. Keys that are left out are saved whatever they were.
     */
    began: values.optional(),
  }),
  response: defaultSettings,
});

const mayApply = ['DEVICE_SETTINGS', 'GENERAL_SETTINGS'] as const;

const previewDefaultSettings = defineEndpoint({
  ...routes.previewDefaultSettings,
  summary:
    'How many settings of each device the default settings of its customer would change; devices whose settings the caller may not see are left out',
  permission: mayApply,
  body: z.object({ deviIds: z.array(idInBody).min(1).max(mostPreviewed) }),
  response: z.object({ devices: z.array(z.object({ deviId: z.number(), changes: z.number() })) }),
});

const applyDefaultSettings = defineEndpoint({
  ...routes.applyDefaultSettings,
  summary:
    'Give a device the default settings of its customer, as far as its hardware has them and the caller may set them; the rest stays as it is',
  permission: mayApply,
  params: deviceParams,
  response: z.object({
    /** Settings that were changed. */
    changes: z.number(),
  }),
});

export const defaultSettingCalls = {
  getDefaultSettings,
  saveDefaultSettings,
  previewDefaultSettings,
  applyDefaultSettings,
};
