import { maxImageBytes, userImageTypes } from '@varde/catalogue/image-types';
import { userTags } from '@varde/catalogue/user-tags';
import { z } from 'zod';
import { deviceDetailSchema, deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { deviceNameForm } from './forms.ts';
import { routes } from './routes.ts';

const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4;

const renameDevice = defineEndpoint({
  ...routes.renameDevice,
  summary: 'Give a device another name',
  permission: 'NAME_CHANGE',
  params: deviceParams,
  body: z.object(deviceNameForm.shape),
  response: z.object({ deviceName: z.string() }),
});

const setUserTag = defineEndpoint({
  ...routes.setUserTag,
  summary: 'Say what a device is used for',
  permission: 'DEVICE_INFO',
  params: deviceParams,
  body: z.object({ userTag: z.enum(userTags) }),
  response: z.object({ userTag: z.enum(userTags) }),
});

const setVardeAsReceiver = defineEndpoint({
  ...routes.setVardeAsReceiver,
  summary: 'Say whether a home unit that may have another receiver sends its alarms to Varde',
  permission: 'DEVICE_INFO',
  params: deviceParams,
  body: deviceDetailSchema.pick({ vardeAsReceiver: true }),
  response: deviceDetailSchema.pick({ vardeAsReceiver: true, abilities: true }),
});

const updateTraining = defineEndpoint({
  ...routes.updateTraining,
  summary: 'Approve the training of the one who wears a device, or take the approval back',
  permission: 'DEVICE_INFO',
  params: deviceParams,
  body: z.object({ status: z.boolean() }),
  response: deviceDetailSchema.pick({ trainingApprovedBy: true, trainingApprovedByName: true }),
});

const getUserImage = defineEndpoint({
  ...routes.getUserImage,
  summary:
    'The image of the one who wears a device; for tracker-only users it needs no more than the list. What follows the question mark names a version and is not read',
  permission: ['DEVICE_INFO', 'DEVICE_LIST'],
  params: deviceParams,
  file: userImageTypes,
  response: z.custom<Uint8Array>(),
});

const imageResponse = z.object({ userImageVersion: z.number().nullable() });

const saveUserImage = defineEndpoint({
  ...routes.saveUserImage,
  summary: 'Give the wearer of a device an image: PNG or JPEG, at most 512 kB; it is kept at 500 × 500 at most',
  permission: 'DEVICE_INFO',
  params: deviceParams,
  body: z.object({ file: z.base64().min(4).max(base64Length(maxImageBytes)) }),
  maxBodyBytes: base64Length(maxImageBytes) + 1024,
  response: imageResponse,
});

const removeUserImage = defineEndpoint({
  ...routes.removeUserImage,
  summary: 'Remove the image of the one who wears a device',
  permission: 'DEVICE_INFO',
  params: deviceParams,
  response: imageResponse,
});

export const deviceInfoCalls = {
  renameDevice,
  setUserTag,
  setVardeAsReceiver,
  updateTraining,
  getUserImage,
  saveUserImage,
  removeUserImage,
};
