import { z } from 'zod';
import { commandReason, commandStates } from './commands.ts';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { idInBody, marketField, pageQuery, textField } from './fields.ts';
import { mostPreviewed } from './forms.ts';
import { routes } from './routes.ts';

/** Of the device itself, of a customer (its own or the nearest one above), or none. */
const listKinds = ['device', 'customer', 'none'] as const;

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
  /** It has an enabled geofence. */
  fenced: z.boolean(),
  /** The market of its customer, whose time zone it may follow. */
  market: marketField,
  /** Addresses in the console of pages about alerts to colleagues; the second is for watch five. */
  teamAlertLearnUrl: z.string(),
  teamAlertLearnUrlWatchFive: z.string(),
  /** Whose notification list counts for alarms of the device; null: the caller does not see that. */
  deviceEventSetups: z.enum(listKinds).nullable(),
});

export const getSettings = defineEndpoint({
  ...routes.getSettings,
  summary: "A device's settings: desired, reported, and how far each has come",
  permission: ['DEVICE_SETTINGS', 'GENERAL_SETTINGS'],
  params: deviceParams,
  response: settingsResponse,
});

const getTrackingSettings = defineEndpoint({
  ...routes.getTrackingSettings,
  summary:
    'How a device is tracked, by the names of the specification; null: the device or the caller does not have it',
  permission: ['DEVICE_SETTINGS', 'GENERAL_SETTINGS'],
  params: deviceParams,
  response: z.object({
    deviceId: z.number(),
    /** It is tracked by hand, or by Varde because of an alarm. */
    tracking: z.boolean(),
    trackingUntil: z.number().nullable(),
    /** The tracking interval, seconds. */
    s03InSeconds: z.number().nullable(),
    autoTracking: z.boolean().nullable(),
    powerSaving: z.boolean().nullable(),
    disablePositioning: z.boolean().nullable(),
    minNumSatellites: z.number().nullable(),
    acceptLBS: z.boolean().nullable(),
    trackingIntervalNightInMinutes: z.number().nullable(),
    trackingNightStarts: z.string().nullable(),
    trackingNightEnds: z.string().nullable(),
    /** An advanced setting is not at its default. */
    advanced: z.boolean(),
  }),
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

const settingChange = z.object({
  key: z.string(),
  /** What the device had before: its own value where that deviated. Null: no value. A secret value is a dot. */
  from: settingValue.nullable(),
  to: settingValue.nullable(),
  /** How far the command with this value came; null: it was not sent, as one that the server keeps. */
  delivery: z
    .object({
      state: z.enum(commandStates),
      reason: commandReason,
      sentAt: z.number().nullable(),
      /** When its state became final: that of a confirmed one is when the device confirmed it. */
      endedAt: z.number().nullable(),
    })
    .nullable(),
});

const changedSettings = z.object({
  /** The number of its entry in the audit log. */
  auditId: z.number(),
  at: z.number(),
  /** Null: an erased user. */
  by: z.string().nullable(),
  /** The name of the API key of the user’s program; null: the user did it, or the key is deleted. */
  program: z.string().nullable(),
  /** The user kept the values of the device: nothing was sent. */
  kept: z.boolean(),
  changes: z.array(settingChange),
});
export type ChangedSettings = z.output<typeof changedSettings>;

const listSettingChanges = defineEndpoint({
  ...routes.listSettingChanges,
  summary:
    'Who changed settings of a device since its present wearer has it, from which value to which, and when each was sent and confirmed; newest first',
  permission: ['DEVICE_SETTINGS', 'GENERAL_SETTINGS'],
  params: deviceParams,
  query: z.object({
    ...pageQuery,
    /** Of this setting alone. */
    key: z.optional(z.string().regex(/^[A-Za-z0-9]{1,64}$/)),
  }),
  response: z.object({ entries: z.array(changedSettings), nextCursor: z.string().nullable() }),
});

const previewSettings = defineEndpoint({
  ...routes.previewSettings,
  maxBodyBytes: 64 * 1024,
  summary:
    'What a save of these settings would change on each device, and what it refuses; nothing is saved. Devices whose settings the caller may not see are left out',
  permission: ['DEVICE_SETTINGS', 'GENERAL_SETTINGS'],
  body: z.object({ deviIds: z.array(idInBody).min(1).max(mostPreviewed), values }),
  response: z.object({
    devices: z.array(
      z.object({
        deviId: z.number(),
        /** With what follows from the values, as a setting that another one turns on. None where it refuses any. */
        changes: z.array(z.object({ key: z.string(), from: settingValue.nullable(), to: settingValue })),
        /** As in the answer of a refused save. */
        refused: z.array(z.object({ key: z.string(), reason: z.string() })),
      }),
    ),
  }),
});

export const settingCalls = {
  previewSettings,
  getSettings,
  getTrackingSettings,
  saveSettings,
  keepReportedSettings,
  listSettingChanges,
};
