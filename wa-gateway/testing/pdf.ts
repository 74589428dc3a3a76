import { deflateSync } from 'node:zlib'

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>'
const pagesOf = (count: number): string => `<</Type/Pages/Kids[]/Count ${count}>>`
const joinBytes = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))

/** A PDF of `count` pages. */
export const createPdf = (count: number): Buffer =>
  joinBytes(
    `%PDF-1.4\n1 0 obj\n${CATALOG}\nendobj\n2 0 obj\n${pagesOf(count)}\nendobj\n`,
    'trailer\n<</Size 3/Root 1 0 R>>\nstartxref\n9\n%%EOF\n',
  )

/** The same PDF with an incremental update that adds pages. */
export const updatedPdf = (before: number, count: number): Buffer =>
  joinBytes(
    createPdf(before),
    `2 0 obj\n${pagesOf(count)}\nendobj\ntrailer\n<</Size 3/Root 1 0 R/Prev 9>>\nstartxref\n9\n%%EOF\n`,
  )

/** A PDF whose objects are compressed. `more` is appended after them. */
export const compressedPdf = (count: number, more = Buffer.alloc(0)): Buffer => {
  const head = `1 0 2 ${CATALOG.length} `
  const data = deflateSync(joinBytes(head, CATALOG, pagesOf(count), more))
  const stream = `<</Type/ObjStm/N 2/First ${head.length}/Filter/FlateDecode/Length ${data.length}>>stream\r\n`
  return joinBytes(
    `%PDF-1.5\n4 0 obj\n${stream}`,
    data,
    '\nendstream\nendobj\n5 0 obj\n<</Type/XRef/W[1 2 1]/Root 1 0 R/Length 1>>stream\n0\nendstream\nendobj\n',
  )
}
