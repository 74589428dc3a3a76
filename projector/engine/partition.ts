/**
 * How the log of events is divided. Each partition has one order, and one checkpoint a view; a company stays in one.
 */
export interface Partitions {
  readonly all: readonly number[]
  of(companyId: number): number
}

/** The partitions of a process that has the whole log. */
export const ONE_PARTITION: Partitions = { all: [0], of: () => 0 }
