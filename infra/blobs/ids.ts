/** The form of a blob's id. Ids hold neither dots nor slashes: no path from input reaches the file system. */
const ID = /^[a-z0-9][a-z0-9-]{15,79}$/

export const isBlobId = (id: string): boolean => ID.test(id)

/** The range of a blob's bytes, cut to its size. Throws for a range outside the blob. */
export const checkedRange = (
  range: { readonly start: number; readonly end: number },
  size: number,
): { readonly start: number; readonly end: number } => {
  if (range.start < 0 || range.end < range.start || range.start >= size) {
    throw new RangeError('no such range of bytes')
  }
  return { start: range.start, end: Math.min(range.end, size - 1) }
}
