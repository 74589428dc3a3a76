import { expect, it } from '@jest/globals'
import { recordsWithoutPage } from './records-without-page.js'

it('a record with a place in the menu has a page by itself, unless a feature says more of its page', () => {
  expect(recordsWithoutPage([])).toEqual(['queue', 'tag', 'fileList'])
  expect(recordsWithoutPage([{ label: 'tags:title' }, { label: 'users:title' }])).toEqual([
    'queue',
    'fileList',
  ])
})
