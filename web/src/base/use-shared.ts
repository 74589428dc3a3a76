import { copyWithStructuralSharing } from '@reduxjs/toolkit/query'
import { useMemo, useRef } from 'react'

type Identified = { readonly id: number | string }
type ById<T> = ReadonlyMap<number | string, T>

/** The records, where each that says the same as the one of its id in `before` is that object. Pure. */
export const shared = <T extends Identified>(records: readonly T[], before: ById<T>): readonly T[] =>
  records.map((record): T => copyWithStructuralSharing(before.get(record.id), record))

/**
 * The records of a cached list, the same objects as before where they say the same. A change of a cached list copies
 * all of its records, and each copy would be rendered anew.
 */
export const useShared = <T extends Identified>(records: readonly T[]): readonly T[] => {
  const before = useRef<ById<T>>(new Map())
  return useMemo(() => {
    const next = shared(records, before.current)
    before.current = new Map(next.map((record) => [record.id, record]))
    return next
  }, [records])
}
