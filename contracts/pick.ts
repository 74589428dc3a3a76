/** The object with only the named fields. */
export const pick = <T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

/** Whether both have equal values in these fields; compared as JSON. */
export const sameIn = <T extends object>(a: T, b: T, ...keys: readonly (keyof T)[]): boolean =>
  keys.every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]))

/** One field of each item. */
export const pluck = <T, K extends keyof T>(items: readonly T[], field: K): T[K][] =>
  items.map((item) => item[field])
