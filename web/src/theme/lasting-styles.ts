import { createCache } from '@ant-design/cssinjs'

/** How many components use a style, and the style. */
type Used = [users: number, style: unknown]

/**
 * Where Ant Design keeps its styles, each from its first use on. By itself it takes the style of a component out of the
 * page when the last one leaves and puts it back with the next one, and each time the browser works out the looks of
 * the whole page anew.
 */
export const createLastingStyles = () => {
  const cache = createCache()
  const update = cache.opUpdate.bind(cache)
  cache.opUpdate = (path, change) =>
    update(path, (before) => {
      const after = change(before) as Used | null
      // one user more than there are: the last one never leaves
      return (before || after === null ? after : [after[0] + 1, after[1]]) as typeof before
    })
  return cache
}
