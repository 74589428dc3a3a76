/** All of a kind that are derived from several records or fields, as one type. */
export type Joined<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer A) => void
  ? A
  : never
