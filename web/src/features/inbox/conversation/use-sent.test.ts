import { expect, it } from '@jest/globals'
import { createNewcomerCheck } from './use-sent.js'

it('a sent message is announced once: neither an existing message nor the last one again', () => {
  const [failed, sent, other] = [{ key: 'f' }, { key: 'm' }, { key: 'o' }] as const
  const hasNew = createNewcomerCheck([failed])
  const told = [[failed], [failed, sent], [failed, sent], [failed], [], [failed, other]].map(hasNew)
  expect(told).toEqual([false, true, false, false, false, true])
})
