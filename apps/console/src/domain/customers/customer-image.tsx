import { routes } from '@varde/contract/routes';
import { useState } from 'react';
import { urlOf } from '#data/api/call.ts';
import styles from './customer-image.module.css';

interface CustomerImageProps {
  custId: number;
  /** Of the image, where it is known: then the browser need not ask whether there is another one. */
  version?: number;
}

/**
 * The image of a customer, beside its name. "Hidden on failure" (specification 1, sections 2 and 8): most customers have
 * none.
 */
export function CustomerImage({ custId, version }: CustomerImageProps) {
  const address = urlOf(routes.getCustomerImage, {
    params: { custId },
    query: version === undefined ? {} : { version },
  });
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === address) return null;
  return <img className={styles.image} src={address} alt="" onError={() => setFailed(address)} />;
}
