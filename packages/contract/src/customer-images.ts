import { imageTypes, maxImageBytes } from '@varde/catalogue/image-types';
import { z } from 'zod';
import { customerSchema } from './customers.ts';
import { deviceParams } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { idField, momentField } from './filters.ts';
import { routes } from './routes.ts';

const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4;
const params = z.object({ custId: idField });

const getCustomerImage = defineEndpoint({
  ...routes.getCustomerImage,
  summary: 'The image of a customer, or of the nearest above it that has one',
  permission: 'DEVICE_LIST',
  params,
  /**
   * With the present version of the image the answer may be cached for a year; otherwise it is revalidated each time.
   */
  query: z.object({ version: z.optional(momentField) }),
  file: imageTypes,
  response: z.custom<Uint8Array>(),
});

const getDeviceCustomerImage = defineEndpoint({
  ...routes.getDeviceCustomerImage,
  summary: 'The image of the customer that owns a device, or of the nearest above it that has one',
  permission: 'DEVICE_LIST',
  params: deviceParams,
  file: imageTypes,
  response: z.custom<Uint8Array>(),
});

const saveCustomerImage = defineEndpoint({
  ...routes.saveCustomerImage,
  summary: 'Give a customer an image of its own: PNG, JPEG or WebP, at most 512 kB',
  permission: 'EDIT_SUB_ORGS',
  params,
  body: z.object({ image: z.base64().min(4).max(base64Length(maxImageBytes)) }),
  maxBodyBytes: base64Length(maxImageBytes) + 1024,
  response: customerSchema,
});

const removeCustomerImage = defineEndpoint({
  ...routes.removeCustomerImage,
  summary: 'Take the image away: that of the customer above counts again',
  permission: 'EDIT_SUB_ORGS',
  params,
  response: customerSchema,
});

export const customerImageCalls = {
  getCustomerImage,
  getDeviceCustomerImage,
  saveCustomerImage,
  removeCustomerImage,
};
