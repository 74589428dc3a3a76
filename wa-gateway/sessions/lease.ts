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
  /** false once the time of this process is over or another process may have it */
  held(): boolean
  /** Gives it back, so that another process need not wait. */
  release(): Promise<void>
}

interface Deps {
  readonly vault: Vault
  readonly clock: Clock
  /** a name that no other run of a process has, and that none had before */
  readonly newOwner: () => string
  readonly leaseMs: number
  /** no other process can be alive (the data folder is locked): a lease left by a crash is taken at once */
  readonly sole: boolean
}

interface Kept {
  readonly owner: string
  /**
   * Milliseconds since the epoch. Of a process: it lives until then. Of a connection: 0 when it was given back, else
   * `WHILE_ITS_PROCESS_LIVES`, or the end of a lease of a release that renewed each by itself.
   */
  readonly until: number
}

const WHILE_ITS_PROCESS_LIVES = Number.MAX_SAFE_INTEGER
/** One entry for each process: all of its leases are renewed by this one write. Gone = that process is dead for good. */
const PROCESSES = 'gateway/'
const processKeyOf = (owner: string): string => `${PROCESSES}${owner}`
const leaseKeyOf = (connectionId: number): string => `wa/${connectionId}/lease`
const keptIn = ({ value }: VaultEntry): Kept => JSON.parse(value.toString()) as Kept
const pack = (kept: Kept): Buffer => Buffer.from(JSON.stringify(kept))

/**
 * Beside the process's own entry three for each connection: `lease` names the process that has it; `owner` guards writes,
 * and is rewritten when the lease changes hands; `line` also when a socket is opened.
 */
export const createLeases = ({ vault, clock, newOwner, leaseMs, sole }: Deps) => {
  const now = (): number => clock.now().getTime()
  let me = { owner: newOwner(), epoch: 0, until: 0 }
  /** One at a time: a second write would meet the first and take it for another process. */
  let renewing: Promise<boolean> | null = null

  const write = async (): Promise<boolean> => {
    const mine = me
    const until = now() + leaseMs
    const entry = { key: processKeyOf(mine.owner), value: pack({ owner: mine.owner, until }) }
    if ((await vault.commit([{ ...entry, expected: mine.epoch }])) === 'committed') {
      Object.assign(mine, { epoch: mine.epoch + 1, until })
      return true
    }
    // Nobody else writes it, they only remove it: an answer of ours was lost.
    const found = (await vault.getMany([entry.key])).get(entry.key)
    if (found !== undefined) {
      mine.epoch = found.epoch
      return write()
    }
    // Others took it for dead. What it had is lost, and it goes on under another name.
    me = { owner: newOwner(), epoch: 0, until: 0 }
    return false
  }
  const renew = (): Promise<boolean> => {
    renewing ??= write().finally(() => {
      renewing = null
    })
    return renewing
  }

  /** Whether a process lives. One whose time is over is dead from here on: it can never renew again. */
  const lives = async (entry: VaultEntry | undefined): Promise<boolean> => {
    if (entry === undefined) return false
    const { owner, until } = keptIn(entry)
    if (!sole && until > now()) return true
    const buried = await vault.commit([{ key: processKeyOf(owner), value: null, expected: entry.epoch }])
    return buried === 'fenced'
  }
  const isTaken = async ({ owner, until }: Kept): Promise<boolean> => {
    if (sole || owner === me.owner || until === 0) return false
    if (until !== WHILE_ITS_PROCESS_LIVES) return until > now()
    return lives((await vault.getMany([processKeyOf(owner)])).get(processKeyOf(owner)))
  }

  return {
    sole,
    /** Prolongs all leases of this process; false when others took it for dead. Throws when the vault is away. */
    renew,
    /** Names of the other processes that live. */
    others: async (): Promise<ReadonlySet<string>> => {
      const living = new Set<string>()
      for (const [key, entry] of await vault.getMany(await vault.list(PROCESSES))) {
        if (key !== processKeyOf(me.owner) && (await lives(entry))) living.add(key)
      }
      return living
    },
    /** Those of the connections that another process has now; `ending`: its lease runs out by itself. */
    ofOthers: async (connectionIds: readonly number[]): Promise<ReadonlyMap<number, 'kept' | 'ending'>> => {
      const found = new Map<number, 'kept' | 'ending'>()
      if (sole || connectionIds.length === 0) return found
      const leases = await vault.getMany(connectionIds.map(leaseKeyOf))
      const owners = new Set([...leases.values()].map((entry) => processKeyOf(keptIn(entry).owner)))
      const processes = await vault.getMany([...owners])
      for (const connectionId of connectionIds) {
        const entry = leases.get(leaseKeyOf(connectionId))
        const { owner, until } = entry === undefined ? { owner: me.owner, until: 0 } : keptIn(entry)
        const running = processes.get(processKeyOf(owner))
        if (owner === me.owner || until === 0) continue
        if (until !== WHILE_ITS_PROCESS_LIVES) until > now() && found.set(connectionId, 'ending')
        else if (running !== undefined && keptIn(running).until > now()) found.set(connectionId, 'kept')
      }
      return found
    },
    /** The lease of a connection, null while another process has it. */
    claim: async (connectionId: number): Promise<Lease | null> => {
      const leaseKey = leaseKeyOf(connectionId)
      const ownerKey = `wa/${connectionId}/owner`
      const lineKey = `wa/${connectionId}/line`
      const entries = await vault.getMany([leaseKey, ownerKey])
      const before = entries.get(leaseKey)
      if (before !== undefined && (await isTaken(keptIn(before)))) return null
      if (now() >= me.until && !(await renew())) return null

      const mine = me
      const leaseEpoch = before?.epoch ?? 0
      const ownerEpoch = entries.get(ownerKey)?.epoch ?? 0
      const lease = (until: number, expected: number) => ({
        key: leaseKey,
        value: pack({ owner: mine.owner, until }),
        expected,
      })
      const claimed = await vault.commit([
        lease(WHILE_ITS_PROCESS_LIVES, leaseEpoch),
        { key: ownerKey, value: Buffer.from(mine.owner), expected: ownerEpoch },
        { key: lineKey, value: Buffer.from(mine.owner) },
      ])
      if (claimed === 'fenced') return null
      const fence: Fence = { key: ownerKey, epoch: ownerEpoch + 1 }
      let released = false

      const takeLine = async (): Promise<Fence | null> => {
        const epoch = (await vault.getMany([lineKey])).get(lineKey)?.epoch ?? 0
        const done = await vault.commit(
          [{ key: lineKey, value: Buffer.from(mine.owner), expected: epoch }],
          fence,
        )
        return done === 'committed' ? { key: lineKey, epoch: epoch + 1 } : null
      }
      /** One at a time: a second one would meet the first and take it for another process. */
      let taking: Promise<unknown> = Promise.resolve()
      return {
        fence,
        line: () => {
          const next = taking.then(takeLine, takeLine)
          taking = next
          return next
        },
        held: () => !released && mine === me && now() < mine.until,
        release: async () => {
          if (released) return
          released = true
          // Refused where somebody else has it by now.
          await vault.commit([lease(0, leaseEpoch + 1)])
        },
      }
    },
    /** At the end of the process: nobody has to wait until its time is over. */
    leave: async (): Promise<void> => {
      await renewing?.catch(() => false)
      if (me.epoch > 0) {
        await vault.commit([{ key: processKeyOf(me.owner), value: null, expected: me.epoch }])
      }
      me = { owner: newOwner(), epoch: 0, until: 0 }
    },
  }
}

export type Leases = ReturnType<typeof createLeases>
