// When SQLite moves rows to another page, a copy stays in the unused part of the first page, even with
// `secure_delete`. The place of that part: https://www.sqlite.org/fileformat2.html, section 1.6.

/** Number of pages of one step. */
const STEP_PAGES = 200
const ZEROS = Buffer.alloc(65_536)
/** Beyond this page, which is at 128 GB, the first byte does not tell a page of a tree from others. */
const LAST_PAGE = 0x01ffffff
/** The file's own header, on its first page. */
const FILE_HEADER = 100
/** Bytes before the places of the cells, by the kind of a page: those that lead to other pages, and leaves. */
const HEADERS = new Map([
  [0x02, 12],
  [0x05, 12],
  [0x0a, 8],
  [0x0d, 8],
])

/** The unused part of a page between the places of its cells and the cells: where it begins and ends, or null. */
const gapOf = (page, number) => {
  const at = number === 1 ? FILE_HEADER : 0
  const header = HEADERS.get(page[at])
  if (header === undefined) return null
  const from = at + header + 2 * page.readUInt16BE(at + 3)
  // 0 stands for 65536
  const to = page.readUInt16BE(at + 5) || 65_536
  return from < to && to <= page.length ? [from, to] : null
}

const isClean = (page, number) => {
  const gap = gapOf(page, number)
  return gap === null || page.subarray(...gap).equals(ZEROS.subarray(0, gap[1] - gap[0]))
}

/**
 * Overwrites the unused parts of the next pages, beginning with the page `first`. Gives the page to go on with, or null
 * at the end.
 * @param {import('./database.d.mts').Database} db
 * @param {number} first
 */
export const zeroFreeSpace = (db, first) => {
  const last = Math.min(first + STEP_PAGES - 1, LAST_PAGE)
  const read = db.prepare('SELECT pgno, data FROM sqlite_dbpage WHERE pgno BETWEEN ? AND ?')
  const pages = read.all([first, last])
  if (pages.some(([number, page]) => !isClean(page, number))) {
    db.transaction(() => {
      const write = db.prepare('UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?')
      for (const [number, page] of read.all([first, last])) {
        if (isClean(page, number)) continue
        page.fill(0, ...gapOf(page, number))
        write.run([page, number])
      }
    })
  }
  return pages.length < STEP_PAGES || last === LAST_PAGE ? null : last + 1
}
