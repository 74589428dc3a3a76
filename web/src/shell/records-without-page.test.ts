import { expect, it } from '@jest/globals'
import { recordsWithoutPage } from './records-without-page.js'

const recordsAmong = (own: readonly string[]) => {
  const found = recordsWithoutPage(own.map((label) => ({ label })))
  return (['queue', 'tag', 'plan', 'schedule', 'note'] as const).filter((name) =>
    found.some((one) => one === name),
  )
}

it('a record with a place in the menu has a page by itself, unless a feature says more of its page', () => {
  expect(recordsAmong([])).toEqual(['queue', 'tag'])
  expect(recordsAmong(['tags:title', 'users:title'])).toEqual(['queue'])
})
