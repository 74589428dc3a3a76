import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './list-end.module.css'
import { NextPageFailed } from './next-page-failed.js'

/** Pixels before the end of a list at which its next page loads. */
const LOAD_AHEAD = '100px'

interface Props {
  /** the list's query */
  readonly list: {
    readonly data?: { readonly pages: readonly unknown[] } | undefined
    readonly hasNextPage: boolean
    readonly isFetching: boolean
    readonly isFetchNextPageError: boolean
    readonly fetchNextPage: () => unknown
  }
}

/**
 * The end of a paged list: loads the next page when near, and a failed page on request. The list's scrolling element
 * has the mark `data-scrolls`.
 */
export const ListEnd = ({ list }: Props) => {
  const { t } = useTranslation()
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const end = useRef<HTMLDivElement>(null)
  const pages = data?.pages.length ?? 0
  const failed = hasNextPage && isFetchNextPageError && !isFetching
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may leave the end in sight, of which nothing is told
  useEffect(() => {
    const element = end.current
    if (element === null || !hasNextPage || isFetching || failed) return
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) fetchNextPage()
      },
      { root: element.closest('[data-scrolls]'), rootMargin: LOAD_AHEAD },
    )
    seen.observe(element)
    return () => seen.disconnect()
  }, [hasNextPage, isFetching, failed, fetchNextPage, pages])
  return (
    <div ref={end} className={styles.end} role="status">
      {isFetching && hasNextPage && pages > 0 && t('common:list.more')}
      {failed && <NextPageFailed onRetry={fetchNextPage} />}
    </div>
  )
}
