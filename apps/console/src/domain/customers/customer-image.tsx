import { firstRoutes } from '@varde/contract/first-routes';
import { useState } from 'react';
import { urlOf } from '#data/api/call.ts';
import styles from './customer-image.module.css';

type CustomerImageProps =
  | {
      custId: number;
      /** Version of the image, where known: then the browser need not revalidate it. */
      version?: number;
    }
  /** The customer that owns this device. */
  | { deviId: number };

const addressOf = (of: CustomerImageProps): string =>
  'deviId' in of
    ? urlOf(firstRoutes.getDeviceCustomerImage, { params: { deviId: of.deviId } })
    : urlOf(firstRoutes.getCustomerImage, {
        params: { custId: of.custId },
        query: of.version === undefined ? {} : { version: of.version },
      });

/**
 * The image of a customer, beside its name. "Hidden on failure" (specification 1, sections 2 and 8): most customers
 * have no image.
 */
export function CustomerImage(of: CustomerImageProps) {
  const address = addressOf(of);
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === address) return null;
  return <img className={styles.image} src={address} alt="" onError={() => setFailed(address)} />;
}
