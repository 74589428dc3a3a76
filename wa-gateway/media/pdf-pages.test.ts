import { describe, expect, it } from '@jest/globals'
import { compressedPdf, createPdf, updatedPdf } from '../testing/pdf.js'
import { pagesOf } from './pdf-pages.js'

const MB = 1024 * 1024
const pdfWithAppendix = (count: number, text: string) =>
  Buffer.concat([createPdf(count), Buffer.from(text, 'latin1')])

describe('the pages of a document', () => {
  it.each([
    ['with plain objects', createPdf(3), 3],
    ['with an update', updatedPdf(3, 12), 12],
    ['with compressed objects', compressedPdf(7), 7],
    [
      'whose number stands apart',
      Buffer.from(
        '1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<</Count 3 0 R>>endobj 3 0 obj 5 endobj trailer<</Root 1 0 R>>',
      ),
      5,
    ],
    [
      'in which another one lies',
      Buffer.concat([
        Buffer.from(`%PDF-1.4\n9 0 obj<</Length ${createPdf(50).length}>>stream\n`),
        createPdf(50),
        Buffer.from('\nendstream endobj\n'),
        createPdf(2),
      ]),
      2,
    ],
  ])('%s are counted', async (_, content, pages) => {
    expect(await pagesOf(content)).toBe(pages)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a beginning', Buffer.from('%PDF-1.4 offer')],
    ['a catalog of itself', Buffer.from('1 0 obj<</Pages 1 0 R>>endobj trailer<</Root 1 0 R>>')],
    ['no pages at all', createPdf(0)],
    ['more pages than there can be', createPdf(1e9)],
    ['a stream without an end', Buffer.from('1 0 obj<</Length 9>>stream\nx endobj')],
    ['too many bytes', pdfWithAppendix(3, ' '.repeat(20 * MB))],
    ['more inside than it may have', compressedPdf(3, Buffer.alloc(70 * MB))],
    ['nothing but words that begin something', pdfWithAppendix(0, ' obj trailer stream\n'.repeat(10_000))],
  ])('of %s are unknown', async (_, content) => {
    expect(await pagesOf(content)).toBeUndefined()
  })
})
