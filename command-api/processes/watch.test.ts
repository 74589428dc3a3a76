import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { type Desk, openDesk } from '../testing/desk.js'
import { createWatch } from './watch.js'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

it('a watch that is stopped ends after the connection that it looks at', async () => {
  const looked: number[] = []
  let stopped: Promise<void> = Promise.resolve()
  const ended = new Promise<void>((resolve) => {
    const watch = createWatch(desk, {
      name: 'test',
      where: {},
      lookAt: async ({ connectionId }) => {
        looked.push(connectionId)
        stopped = watch.stop()
        resolve()
      },
    })
    watch.start()
  })
  await ended
  await stopped
  expect(looked).toHaveLength(1)
})
