import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPressed } from '#kit/steady/press.ts';

/** How long somebody has to pause before the list is searched. */
const pauseMs = 200;

interface SearchInputProps {
  /** What is searched for; it may change from elsewhere. */
  value: string;
  onChange: (value: string) => void;
  label: string;
  placeholder?: string;
  className?: string | undefined;
  /** The page's own search, which `/` goes to. */
  shortcut?: boolean;
}

/**
 * A field whose words are searched for once somebody pauses or leaves it, but never while a pointer is down: who leaves
 * the field by pressing a result gets that result, and the list changes afterwards.
 */
export function SearchInput({ value, onChange, label, placeholder, className, shortcut }: SearchInputProps) {
  const { t } = useTranslation();
  const { draft, write, search } = useSearchDraft(value, onChange);
  return (
    <TextInput
      className={className}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      data-shortcut={shortcut ? 'search' : undefined}
      value={draft}
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        draft && <CloseButton size="sm" aria-label={t('common.clearSearch')} onClick={() => write('')} />
      }
      onChange={(event) => write(event.currentTarget.value)}
      // Who leaves the field is done with it: a search that came later would undo where they went.
      onBlur={search}
    />
  );
}

function useSearchDraft(value: string, onChange: (value: string) => void) {
  const isPressed = useIsPressed();
  const [draft, setDraft] = useState(value);
  const [due, setDue] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  const pending = useRef<string>(undefined);
  useEffect(() => {
    // The value changed by something else than this field: back, a link, the clear button.
    if (value !== sent.current) {
      sent.current = value;
      setDraft(value);
    }
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!due || isPressed) return;
    setDue(false);
    if (pending.current === undefined) return;
    sent.current = pending.current;
    pending.current = undefined;
    onChange(sent.current);
  }, [due, isPressed, onChange]);
  const search = () => {
    clearTimeout(timer.current);
    if (pending.current !== undefined) setDue(true);
  };
  const write = (text: string) => {
    setDraft(text);
    pending.current = text.trim();
    clearTimeout(timer.current);
    if (text === '') search();
    else timer.current = setTimeout(search, pauseMs);
  };
  return { draft, write, search };
}
