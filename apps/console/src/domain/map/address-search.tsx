import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import type { Pin } from '#kit/map/pin-map.ts';
import { useFoundAddresses } from './use-found-addresses.ts';

interface AddressSearchProps {
  /** Its customer decides whether an address service may be asked. */
  deviId: number;
  /** Where the user has put what is searched for, as text: a search that was begun before they moved it moves it no more. */
  placed: string;
  onFound: (found: { address: string; place: Pin }) => void;
}

/** Nobody is asked for every letter. */
const typingMs = 300;

/** Finds a place by its address; nothing where no address service is configured. */
export function AddressSearch(props: AddressSearchProps) {
  const { data: config } = useQuery({ ...apiQuery('getConfig', {}), staleTime: Number.POSITIVE_INFINITY });
  return config?.addressSearch ? <Search {...props} /> : null;
}

function Search({ deviId, placed, onFound }: AddressSearchProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text.trim(), typingMs);
  const [picked, setPicked] = useState('');
  const [wanted, setWanted] = useState({ address: '', placed });
  const isWanted = wanted.address === text.trim() && wanted.placed === placed;
  const { found: completed, failure: notCompleted } = useFoundAddresses(
    'completeAddress',
    deviId,
    typed === picked ? '' : typed,
  );
  const { found: searched, failure: notSearched } = useFoundAddresses(
    'searchAddresses',
    deviId,
    isWanted ? wanted.address : '',
  );
  // Not those for what was typed before: the first one would be taken for it.
  const suggestions = typed === text.trim() ? (completed?.addresses ?? []) : [];
  const { state, addresses } = searched ?? completed ?? {};
  const failure = notSearched ?? notCompleted;
  const isEmpty = state === 'found' && addresses?.length === 0;

  function pick(address: string, place: Pin): void {
    setPicked(address);
    setText(address);
    setWanted({ address: '', placed });
    onFound({ address, place });
  }
  function choose(address: string): void {
    const place = suggestions.find((one) => one.address === address)?.place;
    setPicked(address);
    if (place) pick(address, place);
    else setWanted({ address, placed });
  }
  const first = searched?.addresses[0];
  const showFirst = useEffectEvent(() => {
    if (first?.place) pick(first.address, first.place);
  });
  useEffect(() => {
    if (first !== undefined) showFirst();
  }, [first]);
  return (
    <Autocomplete
      maw={420}
      label={t('address.search')}
      description={
        <span role="status">
          {state === 'off' && <span>{t('address.off')}</span>}
          {state === 'asking' && <span>{t('address.asking')}</span>}
          {state === 'silent' && <span>{t('address.silent')}</span>}
          {failure && <span>{t(`errors.${failure}`)}</span>}
          {isEmpty && <span>{t('address.none')}</span>}
        </span>
      }
      inputWrapperOrder={['label', 'input', 'description']}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={100}
      value={text}
      data={[...new Set(suggestions.map(({ address }) => address))]}
      filter={({ options }) => options}
      selectFirstOptionOnChange
      onChange={setText}
      onOptionSubmit={choose}
      onKeyDown={({ key }) => key === 'Enter' && suggestions.length === 0 && text.trim() !== '' && choose(text.trim())}
    />
  );
}
