import { useEffect, useRef } from 'react'

/** Pixels before the end of a list at which its next page is fetched. */
const AHEAD = '100px'

interface More {
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly fetchNextPage: () => unknown
}

/** Gives the ref of an element at the end of a list: near it, the next page is fetched. */
export const useMore = <E extends Element>({ hasNextPage, isFetching, fetchNextPage }: More) => {
  const end = useRef<E>(null)
  useEffect(() => {
    const element = end.current
    if (element === null || !hasNextPage || isFetching) return
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) fetchNextPage()
      },
      { root: document.getElementById('content'), rootMargin: AHEAD },
    )
    seen.observe(element)
    return () => seen.disconnect()
  }, [hasNextPage, isFetching, fetchNextPage])
  return end
}
