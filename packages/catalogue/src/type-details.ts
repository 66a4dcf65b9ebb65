import { hardwareById } from './hardware/index.ts';

/** The fields of a device's detail that follow from its type alone (specification 2, section 3 "Device fields read"). */
export function typeDetailsOf(dehaId: number) {
  const capabilities = hardwareById(dehaId)?.capabilities;
  return {
    /** A home unit of the Gx8 family. */
    climax: capabilities?.gx8 ?? false,
    /** Users configure the events of its sensors (`eventConfig`): a unit that synchronises them keeps its own. */
    allowCustomEvents: capabilities?.sensorEnrolment === 'learned',
    /** It hears the WiFi access points around it when it is asked. */
    wifiSupport: (capabilities?.wifiScan ?? null) !== null,
    /** The lowest firmware number that takes new sound files over the air; 0: none. */
    sotaFwnum: capabilities?.sotaFwnum ?? 0,
  };
}

export type TypeDetails = ReturnType<typeof typeDetailsOf>;
