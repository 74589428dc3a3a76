import { sameIn } from '@guiche/contracts/pick.js'

/** Names of values that differ from the first values; compared as JSON. A chosen file always differs. */
export const changedIn = <V extends object>(values: V, initial: Partial<V>): (keyof V & string)[] =>
  (Object.keys(values) as (keyof V & string)[]).filter((name) => !sameIn<Partial<V>>(values, initial, name))

/**
 * The body of a change: only the changed fields of `said`, so that concurrent changes of others stay. `asked`: fields
 * that the API requires in every body, with the record's present values.
 */
export const bodyOfChange = <B extends object, A extends Partial<B>>(
  said: B,
  changed: readonly string[],
  asked: A,
): A & Partial<B> => ({
  ...asked,
  ...(Object.fromEntries(Object.entries(said).filter(([name]) => changed.includes(name))) as Partial<B>),
})
