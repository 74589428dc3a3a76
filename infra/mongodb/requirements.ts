const OLDEST_VERSION = 6

/**
 * Why a server is unsuitable, as a sentence; null if suitable. Transactions need a replica set, even with one
 * member.
 */
export const reasonAgainst = (server: {
  readonly version: string
  readonly isReplicaSet: boolean
}): string | null => {
  const major = Number.parseInt(server.version, 10)
  if (!(major >= OLDEST_VERSION))
    return `MongoDB ${server.version} is not supported: ${OLDEST_VERSION}.0 or a newer one is needed`
  return server.isReplicaSet
    ? null
    : 'MongoDB runs alone: a replica set is needed (one of a single member will do)'
}
