import { useEffect } from 'react'
import { useRecords } from '../../../records/record-api.js'
import type { ListFilter } from './use-list-filter.js'

/** A tag that was deleted narrows nothing any more. */
export const useKnownTags = ({ chosen, choose }: ListFilter): void => {
  const { rows = [], isSuccess } = useRecords('tag')
  const there = chosen.tags.filter((tag) => rows.some(({ id }) => id === tag))
  useEffect(() => {
    if (isSuccess && there.length < chosen.tags.length) choose({ tags: there })
  }, [isSuccess, there, chosen.tags, choose])
}
