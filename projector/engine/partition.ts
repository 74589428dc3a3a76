/** How the log of events is divided. Each partition has one order, and one checkpoint a view; a company stays in one. */
export interface Partitions {
  readonly all: readonly number[]
  of(companyId: number): number
}

/** What one process has that holds everything. */
export const ONE_PARTITION: Partitions = { all: [0], of: () => 0 }
