import { z } from 'zod';
import { commandReason, commandStates } from './commands.ts';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { textField } from './fields.ts';
import { routes } from './routes.ts';

export const settingValue = z.union([z.boolean(), z.number(), z.string()]);
/** As it is typed; numbers of telephones are read with the definition of the setting. */
export const settingInput = z.union([z.boolean(), z.number().min(-2_147_483_648).max(2_147_483_647), textField(1000)]);

export const settingStateSchema = z.object({
  key: z.string(),
  /** The desired value; null: never set in Varde. */
  desired: settingValue.nullable(),
  /** The device's last reported value; null: never reported. */
  reported: settingValue.nullable(),
  reportedAt: z.number().nullable(),
  delivery: z
    .object({
      state: z.enum(commandStates),
      reason: commandReason,
      at: z.number(),
    })
    .nullable(),
  /**
   * The device has reported another value than the desired one since that reached it, or could not reach it. Neither
   * takes the place of the other by itself: a user sends the desired one again, or keeps that of the device.
   */
  deviates: z.boolean(),
  /** Who set the desired value last, and when; the name is null for a user who is erased. Null: nobody ever has. */
  changed: z.object({ by: z.string().nullable(), at: z.number() }).nullable(),
  /** The caller may set it, not only see it. */
  changeable: z.boolean(),
});
export type SettingState = z.output<typeof settingStateSchema>;

const settingsResponse = z.object({
  deviId: z.number(),
  dehaId: z.number(),
  fiwaNum: z.number().nullable(),
  /** What the device has said that it can: `extension`, and keys of settings that not every model has. */
  announced: z.array(z.string()),
  /** One entry for each setting of the hardware that the caller may see, in the catalogue's order. */
  settings: z.array(settingStateSchema),
});

export const getSettings = defineEndpoint({
  ...routes.getSettings,
  summary: "A device's settings: desired, reported, and how far each has come",
  permission: ['DEVICE_SETTINGS', 'GENERAL_SETTINGS'],
  params: deviceParams,
  response: settingsResponse,
});

const values = z.record(z.string().max(64), settingInput);

const saveSettings = defineEndpoint({
  ...routes.saveSettings,
  maxBodyBytes: 64 * 1024,
  summary: 'Store settings and send them to the device; keys that are left out stay as they are',
  permission: ['DEVICE_SETTINGS', 'GENERAL_SETTINGS'],
  params: deviceParams,
  body: z.object({
    values,
    /**
     * The values from which the caller began (desired, else reported, else the default), by key. Where one is another by
     * now, nothing is saved: `settingsChanged` names those. Keys that are left out are saved whatever they were.
     */
    began: values.optional(),
  }),
  response: settingsResponse,
});

const keepReportedSettings = defineEndpoint({
  ...routes.keepReportedSettings,
  maxBodyBytes: 64 * 1024,
  summary:
    'Make values that the device has reported the desired ones, and send nothing. Refused with `settingsChanged` where it has reported another value by now, or is being sent one',
  permission: ['DEVICE_SETTINGS', 'GENERAL_SETTINGS'],
  params: deviceParams,
  body: z.object({ values }),
  response: settingsResponse,
});

export const settingCalls = { getSettings, saveSettings, keepReportedSettings };
