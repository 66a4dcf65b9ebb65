import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPressed } from '#kit/steady/press.ts';

/** Typing pause after which the search runs. */
const pauseMs = 200;

interface SearchInputProps {
  /** The search text; it may change from elsewhere. */
  value: string;
  onChange: (value: string) => void;
  label: string;
  placeholder?: string;
  className?: string | undefined;
  /** The page's main search, which `/` focuses. */
  shortcut?: boolean;
}

/**
 * A search field that runs its search once typing pauses or the field is left, but never while a pointer is down: a
 * user who leaves the field by pressing a result gets that result, and the list changes afterwards.
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
      rightSection={draft && <CloseButton size="sm" aria-label={t('common.clearSearch')} onClick={() => write('')} />}
      onChange={(event) => write(event.currentTarget.value)}
      // Runs the search now: a later one would undo the navigation that left the field.
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
    // The value was changed elsewhere: back, a link, the clear button.
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
