import { describe, expect, it } from '@jest/globals'
import { pastedFiles } from './pasted-files.js'

const picture = new File(['x'], 'image.png', { type: 'image/png' })
const pasted = (texts: Readonly<Record<string, string>>) =>
  pastedFiles({
    files: [picture] as unknown as FileList,
    types: [...Object.keys(texts), 'Files'],
    getData: (type) => texts[type] ?? '',
  })

describe('of a paste with a file', () => {
  it.each([
    ['the text of a spreadsheet is taken, not its picture', { 'text/plain': 'a\tb', 'text/html': '<td>' }, 0],
    ['a picture alone is attached', {}, 1],
    ['a picture of a page is attached', { 'text/html': '<img>' }, 1],
    ['a picture in a document is attached', { 'text/plain': ' ', 'text/html': '<img>' }, 1],
    ['a file is attached, not its name', { 'text/plain': 'image.png' }, 1],
  ])('%s', (_what, texts, count) => {
    expect(pasted(texts)).toHaveLength(count)
  })
})
