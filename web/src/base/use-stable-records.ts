import { copyWithStructuralSharing } from '@reduxjs/toolkit/query'
import { useMemo, useRef } from 'react'

type IdentifiedRecord = { readonly id: number | string }
type ById<T> = ReadonlyMap<number | string, T>

/** The records, but equal ones replaced by the object of the same id in `before`. Pure. */
export const stableRecords = <T extends IdentifiedRecord>(
  records: readonly T[],
  before: ById<T>,
): readonly T[] => records.map((record): T => copyWithStructuralSharing(before.get(record.id), record))

/**
 * The records of a cached list, with unchanged objects for equal records. Otherwise a change of a cached list
 * would copy all its records, and each copy would be rendered.
 */
export const useStableRecords = <T extends IdentifiedRecord>(records: readonly T[]): readonly T[] => {
  const before = useRef<ById<T>>(new Map())
  return useMemo(() => {
    const next = stableRecords(records, before.current)
    before.current = new Map(next.map((record) => [record.id, record]))
    return next
  }, [records])
}
