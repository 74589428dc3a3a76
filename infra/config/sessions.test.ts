import { expect, it } from '@jest/globals'
import { sessionsFor } from './sessions.js'

const GIGABYTE = 1024 ** 3

it.each([
  [0.5, 10],
  [1, 53],
  [2, 181],
  [4, 437],
  [64, 500],
])('on a machine of %s GB a process runs %s connections by default', (gigabytes, sessions) => {
  expect(sessionsFor(gigabytes * GIGABYTE)).toBe(sessions)
})

it('the default uses the memory of the present machine', () => {
  expect(sessionsFor()).toBeGreaterThanOrEqual(10)
})
