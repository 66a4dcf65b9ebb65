import { useId } from 'react';
import { useSteady } from '#kit/steady/press.ts';
import styles from './person-choice.module.css';
import { SearchInput } from './search-input.tsx';

/** With more people there is a search. */
const manyPeople = 8;

interface Named {
  userId: number;
  name: string;
  /** About this person, beside the name. */
  note?: string;
}

interface PersonChoiceProps<Person extends Named> {
  label: string;
  searchLabel: string;
  /** Text when the search finds nobody. */
  noMatch: string;
  /** Text when the search finds more than these people. */
  moreText: string;
  /** The people whose names contain the words of the search, or the first of them. */
  people: readonly Person[];
  /** There are more of them than these. */
  more: boolean;
  search: string;
  onSearch: (words: string) => void;
  chosen: Named | null;
  onChoose: (person: Person) => void;
}

/**
 * One user of several, found by name. Who was chosen stays in sight whatever is searched for, and what a search finds
 * changes nothing under a finger.
 */
export function PersonChoice<Person extends Named>({
  label,
  searchLabel,
  noMatch,
  moreText,
  people: found,
  more,
  search,
  onSearch,
  chosen,
  onChoose,
}: PersonChoiceProps<Person>) {
  const group = useId();
  const people = useSteady(found);
  const hasSearch = search !== '' || more || people.length > manyPeople;
  const isHidden = chosen !== null && !people.some(({ userId }) => userId === chosen.userId);
  return (
    <>
      {hasSearch && <SearchInput label={searchLabel} placeholder={searchLabel} value={search} onChange={onSearch} />}
      <fieldset className={styles.people} data-searched={hasSearch || undefined}>
        <legend className={styles.legend}>{label}</legend>
        {isHidden && (
          <label className={styles.person}>
            <input type="radio" name={group} checked readOnly />
            {chosen.name}
          </label>
        )}
        {people.map((person) => (
          <label key={person.userId} className={styles.person}>
            <input
              type="radio"
              name={group}
              aria-label={person.note ? `${person.name}, ${person.note}` : undefined}
              checked={chosen?.userId === person.userId}
              onChange={() => onChoose(person)}
            />
            <span>
              {person.name}
              {person.note && <small className={styles.note}>{person.note}</small>}
            </span>
          </label>
        ))}
        {people.length === 0 && <span role="status">{noMatch}</span>}
        {more && <span role="status">{moreText}</span>}
      </fieldset>
    </>
  );
}
