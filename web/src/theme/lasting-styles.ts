import { createCache } from '@ant-design/cssinjs'

/** Number of components that use a style, and the style. */
type UsedStyle = [users: number, style: unknown]

/**
 * Keeps each of Ant Design's styles from its first use on. By default a style is removed with the last
 * instance of its component, and added again with the next one. Each time the browser recalculates the style
 * of the whole page.
 */
export const createLastingStyles = () => {
  const cache = createCache()
  const update = cache.opUpdate.bind(cache)
  cache.opUpdate = (path, change) =>
    update(path, (before) => {
      const after = change(before) as UsedStyle | null
      // one extra user, so that the style is never removed
      return (before || after === null ? after : [after[0] + 1, after[1]]) as typeof before
    })
  return cache
}
