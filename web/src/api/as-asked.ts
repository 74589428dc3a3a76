interface Read<D> {
  readonly data?: D | undefined
  /** what was read for the argument of now */
  readonly currentData?: D | undefined
  readonly isError: boolean
  readonly isFetching: boolean
}

/**
 * Takes what a query gives whose argument changes: a search, a filter, a period. RTK's `data` is that of the argument
 * before until there is an answer, also after the read has failed. Here it is so only while the answer is on its way, and
 * then `busy` is true. So nothing stands there as the answer to a question that it does not answer.
 */
export const asAsked = <D, R extends Read<D>>(read: R & Read<D>) => ({
  ...read,
  data: read.isError ? read.currentData : read.data,
  busy: read.isFetching && read.currentData === undefined,
})
