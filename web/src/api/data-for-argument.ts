interface ReadState<D> {
  readonly data?: D | undefined
  /** data for the present argument */
  readonly currentData?: D | undefined
  readonly isError: boolean
  readonly isFetching: boolean
}

/**
 * Wraps a query whose argument changes: a search, a filter, a period. RTK's `data` belongs to the former
 * argument until an answer comes, and after a failure. Here old data shows only until the answer, and `busy`
 * is true meanwhile. So no answer is shown under another question.
 */
export const dataForArgument = <D, R extends ReadState<D>>(read: R & ReadState<D>) => ({
  ...read,
  data: read.isError ? read.currentData : read.data,
  busy: read.isFetching && read.currentData === undefined,
})
