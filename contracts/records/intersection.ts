/** The types derived from several records or fields, as one intersection type. */
export type Intersection<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer A) => void
  ? A
  : never
