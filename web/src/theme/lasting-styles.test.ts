import { expect, it } from '@jest/globals'
import { createLastingStyles } from './lasting-styles.js'

it('a style of Ant Design stays when the last component that uses it leaves', () => {
  const cache = createLastingStyles()
  let removed = 0
  // Calls of Ant Design when a component mounts and unmounts.
  const come = () =>
    cache.opUpdate('css%button', (before) => {
      const [users, style] = (before ?? [0, 'blue']) as [number, string]
      return [users + 1, style] as never
    })
  const leave = () =>
    cache.opUpdate('css%button', (before) => {
      const [users, style] = before as unknown as [number, string]
      if (users > 1) return [users - 1, style] as never
      removed += 1
      return null
    })
  come()
  come()
  leave()
  leave()
  expect([removed, cache.opGet('css%button')?.[1]]).toEqual([0, 'blue'])
})
