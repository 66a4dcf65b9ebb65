import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#data/api/api-error.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';

/** Submits fences: every error is in `failure`, and of fences that somebody else has changed it says who did. */
export function useFenceSubmit() {
  const { t } = useTranslation();
  const { submit, busy, errors, failure } = useFormSubmit();
  const [changedBy, setChangedBy] = useState<string | null>(null);
  const by = changedBy || t('geofence.elsewhere.somebody');
  return {
    busy,
    failure:
      changedBy === null ? (failure ?? Object.values(errors)[0] ?? null) : t('geofence.elsewhere.refused', { by }),
    submit<Result>(send: () => Promise<Result>): Promise<Result | undefined> {
      setChangedBy(null);
      return submit(async () => {
        try {
          return await send();
        } catch (error) {
          if (error instanceof ApiError && error.code === 'geofenceChanged')
            setChangedBy(error.fields.find(({ path }) => path === 'changedBy')?.message ?? '');
          throw error;
        }
      });
    },
  };
}
