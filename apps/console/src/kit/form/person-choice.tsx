import { useId, useState } from 'react';
import { SearchInput } from '../search-input.tsx';
import styles from './person-choice.module.css';

/** With more people there is a search. */
const manyPeople = 8;

interface PersonChoiceProps<Person extends { userId: number; name: string }> {
  label: string;
  searchLabel: string;
  /** Text when the search finds nobody. */
  noMatch: string;
  people: readonly Person[];
  /** The number of the user; null: none yet. */
  chosen: number | null;
  onChoose: (person: Person) => void;
}

/** One user of several, found by name. */
export function PersonChoice<Person extends { userId: number; name: string }>({
  label,
  searchLabel,
  noMatch,
  people,
  chosen,
  onChoose,
}: PersonChoiceProps<Person>) {
  const [search, setSearch] = useState('');
  const name = useId();
  const words = search.trim().toLocaleLowerCase();
  const shown = people.filter((person) => person.name.toLocaleLowerCase().includes(words));
  return (
    <>
      {people.length > manyPeople && <SearchInput label={searchLabel} value={search} onChange={setSearch} />}
      <fieldset className={styles.people}>
        <legend className={styles.legend}>{label}</legend>
        {shown.map((person) => (
          <label key={person.userId} className={styles.person}>
            <input
              type="radio"
              name={name}
              checked={chosen === person.userId}
              onChange={() => onChoose(person)}
            />
            {person.name}
          </label>
        ))}
        {shown.length === 0 && <span role="status">{noMatch}</span>}
      </fieldset>
    </>
  );
}
