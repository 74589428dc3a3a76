import type { Clock } from '@guiche/infra/clock.js'
import type { Fence, Vault, VaultEntry } from '@guiche/infra/vault/vault.js'

/** The right to run one connection. */
export interface Lease {
  /** guards what is kept of the connection: its entry changes hands with the lease */
  readonly fence: Fence
  /**
   * Guards every write of credentials and keys by one socket, from its opening to that of the next one or to a change of
   * hands. What an earlier socket still has under way, or tries again, would put ratchets back. Null when another
   * process has the lease. To be called in the order of the sockets; throws when the vault is away.
   */
  line(): Promise<Fence | null>
  /** false once its time is over or another process has it */
  held(): boolean
  /**
   * Prolongs it; false when another process has taken it. Throws when the vault is away: it then runs out. While one is
   * under way a second call joins it.
   */
  renew(): Promise<boolean>
  /** Gives it back, so that another process need not wait. */
  release(): Promise<void>
}

interface Deps {
  readonly vault: Vault
  readonly clock: Clock
  /** unique for this run of the process */
  readonly owner: string
  readonly leaseMs: number
  /** no other process can be alive (the data folder is locked): a lease left by a crash is taken at once */
  readonly sole: boolean
}

interface Kept {
  readonly owner: string
  /** milliseconds since the epoch */
  readonly until: number
}

const leaseKeyOf = (connectionId: number): string => `wa/${connectionId}/lease`
const keptIn = (entry: VaultEntry | undefined): Kept | null =>
  entry === undefined ? null : (JSON.parse(entry.value.toString()) as Kept)

/**
 * Three entries a connection: `lease` is rewritten by every renewal; `owner` only when the lease changes hands, so its
 * epoch can guard writes that are under way while the lease is renewed; `line` also when a socket is opened.
 */
export const createLeases = ({ vault, clock, owner, leaseMs, sole }: Deps) => ({
  sole,
  /** Those of the connections that another process has now. */
  ofOthers: async (connectionIds: readonly number[]): Promise<ReadonlySet<number>> => {
    if (sole || connectionIds.length === 0) return new Set()
    const entries = await vault.getMany(connectionIds.map(leaseKeyOf))
    return new Set(
      connectionIds.filter((connectionId) => {
        const kept = keptIn(entries.get(leaseKeyOf(connectionId)))
        return kept !== null && kept.owner !== owner && kept.until > clock.now().getTime()
      }),
    )
  },
  /** The lease of a connection, null while another process has it. */
  claim: async (connectionId: number): Promise<Lease | null> => {
    const leaseKey = leaseKeyOf(connectionId)
    const ownerKey = `wa/${connectionId}/owner`
    const lineKey = `wa/${connectionId}/line`
    const now = (): number => clock.now().getTime()
    const entries = await vault.getMany([leaseKey, ownerKey])
    const before = entries.get(leaseKey)
    const kept = keptIn(before)
    if (kept !== null && kept.owner !== owner && kept.until > now() && !sole) return null

    let leaseEpoch = before?.epoch ?? 0
    const ownerEpoch = entries.get(ownerKey)?.epoch ?? 0
    const pack = (until: number): Buffer => Buffer.from(JSON.stringify({ owner, until } satisfies Kept))
    let until = now() + leaseMs
    const claimed = await vault.commit([
      { key: leaseKey, value: pack(until), expected: leaseEpoch },
      { key: ownerKey, value: Buffer.from(owner), expected: ownerEpoch },
      { key: lineKey, value: Buffer.from(owner) },
    ])
    if (claimed === 'fenced') return null
    leaseEpoch += 1
    const fence: Fence = { key: ownerKey, epoch: ownerEpoch + 1 }
    let lost = false

    // Whoever takes the lease rewrites its entry: what it was expected to be is guard enough.
    const write = async (next: number): Promise<boolean> => {
      const done = await vault.commit([{ key: leaseKey, value: pack(next), expected: leaseEpoch }])
      if (done === 'fenced') {
        lost = true
        return false
      }
      leaseEpoch += 1
      until = next
      return true
    }
    const takeLine = async (): Promise<Fence | null> => {
      const epoch = (await vault.getMany([lineKey])).get(lineKey)?.epoch ?? 0
      const done = await vault.commit([{ key: lineKey, value: Buffer.from(owner), expected: epoch }], fence)
      return done === 'committed' ? { key: lineKey, epoch: epoch + 1 } : null
    }
    /** One at a time: a second one would meet the first and take it for another process. */
    let taking: Promise<unknown> = Promise.resolve()
    /** The same for renewals. */
    let renewing: Promise<boolean> | null = null
    return {
      fence,
      line: () => {
        const mine = taking.then(takeLine, takeLine)
        taking = mine
        return mine
      },
      held: () => !lost && now() < until,
      renew: () => {
        renewing ??= write(now() + leaseMs).finally(() => {
          renewing = null
        })
        return renewing
      },
      release: async () => {
        await renewing?.catch(() => false)
        if (!lost) await write(0)
        lost = true
      },
    }
  },
})

export type Leases = ReturnType<typeof createLeases>
