import { sameIn } from '@guiche/contracts/pick.js'

/** The names of the values that differ from the first ones; compared as JSON. A file that was chosen is another value. */
export const changedIn = <V extends object>(values: V, initial: Partial<V>): (keyof V & string)[] =>
  (Object.keys(values) as (keyof V & string)[]).filter((name) => !sameIn<Partial<V>>(values, initial, name))

/**
 * The body that changes a record: of `said` only what was changed, so that it undoes nothing that somebody else has
 * changed meanwhile. `asked`: what the API asks for in every body, as the record is now.
 */
export const bodyOfChange = <B extends object, A extends Partial<B>>(
  said: B,
  changed: readonly string[],
  asked: A,
): A & Partial<B> => ({
  ...asked,
  ...(Object.fromEntries(Object.entries(said).filter(([name]) => changed.includes(name))) as Partial<B>),
})
