import type { Clock } from '@guiche/infra/clock.js'
import { GATEWAY_PREFIX } from '@guiche/infra/lease/gateways.js'
import { createSilence, type Lease as OneLease, takeLease } from '@guiche/infra/lease/lease.js'
import { type VaultHeld, vaultRegister } from '@guiche/infra/lease/vault-register.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import type { Fence, Vault, VaultEntry } from '@guiche/infra/vault/vault.js'

/** The right to run one connection. */
export interface Lease {
  /** guards writes of the connection's data, until another process gets the lease */
  readonly fence: Fence
  /**
   * Gives the fence for one new socket; the fence guards all writes of credentials and keys. A fence holds until the
   * next socket is opened or another process gets the lease. Without a fence a late write of an earlier socket would
   * restore old encryption state. Null if another process has the lease. Call in the order of the sockets. Throws
   * while the vault is away.
   */
  line(): Promise<Fence | null>
  /** false once the lease of this process has ended, or another process may have it */
  held(): boolean
  /** Gives it back, so that another process need not wait. */
  release(): Promise<void>
}

interface Deps {
  readonly vault: Vault
  readonly clock: Clock
  /** milliseconds that pass, of a clock that nobody sets; the process's own unless given */
  readonly elapsed?: () => number
  /** makes a name that no process, running or ended, has ever had */
  readonly newOwner: () => string
  readonly leaseMs: number
  /** Whether this process may take over from one that seems dead: true unless given. */
  readonly isFit?: () => Promise<boolean>
  /** true where the lock of the data folder excludes other processes: a lease left by a crash is taken at once */
  readonly sole: boolean
}

type ProcessLease = OneLease<VaultHeld>

interface KeptLease {
  readonly owner: string
  /**
   * 0 after a release, else `WHILE_ITS_PROCESS_LIVES`. Earlier releases renewed the lease of each connection
   * and wrote its end here, in milliseconds since 1970.
   */
  readonly until: number
}

const WHILE_ITS_PROCESS_LIVES = Number.MAX_SAFE_INTEGER
const processKeyOf = (owner: string): string => `${GATEWAY_PREFIX}${owner}`
const leaseKeyOf = (connectionId: number): string => `wa/${connectionId}/lease`
const keptIn = ({ value }: VaultEntry): KeptLease => JSON.parse(value.toString()) as KeptLease
const encodeEntry = (kept: KeptLease): Buffer => Buffer.from(JSON.stringify(kept))

const newProcess = ({ newOwner }: Deps) => ({
  owner: newOwner(),
  lease: null as ProcessLease | null,
  /** end of its leases, in milliseconds since 1970 */
  until: 0,
})

const newState = (deps: Deps) => ({
  me: newProcess(deps),
  /** The renewal that is running; callers share its answer. */
  renewing: null as Promise<boolean> | null,
  silences: new Map<string, ReturnType<typeof createSilence>>(),
  /** processes that were silent while this process itself was not fit */
  unfit: new Set<string>(),
})

interface Registry extends Deps, ReturnType<typeof newState> {}

const nowOf = ({ clock }: Registry): number => clock.now().getTime()

const renewLeases = (registry: Registry): Promise<boolean> => {
  registry.renewing ??= takeOrRenew(registry).finally(() => {
    registry.renewing = null
  })
  return registry.renewing
}

const takeOrRenew = async (registry: Registry): Promise<boolean> => {
  const { vault, leaseMs, me } = registry
  const until = nowOf(registry) + leaseMs
  if (me.lease === null) {
    const entry = vaultRegister(vault, processKeyOf(me.owner), leaseMs)
    const terms = { register: entry, name: me.owner, takeOverAfterMs: leaseMs, lookEveryMs: leaseMs }
    me.lease = await takeLease(terms)
  } else if (!(await me.lease.renew())) {
    // Another process has taken the leases over. This process continues under a new name.
    registry.me = newProcess(registry)
    return false
  }
  me.until = until
  return true
}

/** Whether the entry has not been rewritten for `leaseMs`, as far as this process has seen. */
const isSilent = (registry: Registry, key: string, { epoch }: VaultEntry): boolean => {
  const { silences, leaseMs, elapsed, sole } = registry
  const silence = silences.get(key) ?? createSilence(leaseMs, elapsed)
  silences.set(key, silence)
  return silence(epoch) || sole
}

/** Whether a process is alive. The entry of a silent process is removed, so that the process cannot renew it. */
const isAlive = async (registry: Registry, entry: VaultEntry | undefined): Promise<boolean> => {
  if (entry === undefined) return false
  const { vault, isFit, silences, unfit } = registry
  const key = processKeyOf(keptIn(entry).owner)
  if (!isSilent(registry, key, entry)) return true
  const mayTake = (await isFit?.()) ?? true
  if (!mayTake || unfit.has(key)) {
    // The same problem may have silenced the other process, too. So it gets the whole time again.
    silences.delete(key)
    if (mayTake) unfit.delete(key)
    else unfit.add(key)
    return true
  }
  return (await vault.commit([{ key, value: null, expected: entry.epoch }])) === 'fenced'
}

const isTaken = async (registry: Registry, leaseKey: string, entry: VaultEntry): Promise<boolean> => {
  const { owner, until } = keptIn(entry)
  if (registry.sole || owner === registry.me.owner || until === 0) return false
  if (until !== WHILE_ITS_PROCESS_LIVES) return !isSilent(registry, leaseKey, entry)
  const key = processKeyOf(owner)
  return isAlive(registry, (await registry.vault.getMany([key])).get(key))
}

const otherProcesses = async (registry: Registry): Promise<ReadonlySet<string>> => {
  const { vault, silences, unfit } = registry
  const living = new Set<string>()
  const found = await vault.getMany(await vault.list(GATEWAY_PREFIX))
  for (const key of silences.keys()) {
    if (!key.startsWith(GATEWAY_PREFIX) || found.has(key)) continue
    silences.delete(key)
    unfit.delete(key)
  }
  for (const [key, entry] of found) {
    if (key !== processKeyOf(registry.me.owner) && (await isAlive(registry, entry))) living.add(key)
  }
  return living
}

const leasesOfOthers = async (
  registry: Registry,
  connectionIds: readonly number[],
): Promise<ReadonlyMap<number, 'kept' | 'ending'>> => {
  const { vault, sole } = registry
  const found = new Map<number, 'kept' | 'ending'>()
  if (sole || connectionIds.length === 0) return found
  const leases = await vault.getMany(connectionIds.map(leaseKeyOf))
  const owners = new Set([...leases.values()].map((entry) => processKeyOf(keptIn(entry).owner)))
  const processes = await vault.getMany([...owners])
  for (const connectionId of connectionIds) {
    const leaseKey = leaseKeyOf(connectionId)
    const entry = leases.get(leaseKey)
    if (entry === undefined) continue
    const { owner, until } = keptIn(entry)
    if (owner === registry.me.owner || until === 0) continue
    const processKey = processKeyOf(owner)
    const running = processes.get(processKey)
    if (until !== WHILE_ITS_PROCESS_LIVES) {
      if (!isSilent(registry, leaseKey, entry)) found.set(connectionId, 'ending')
    } else if (running !== undefined && !isSilent(registry, processKey, running))
      found.set(connectionId, 'kept')
  }
  return found
}

const claimLease = async (registry: Registry, connectionId: number): Promise<Lease | null> => {
  const { vault } = registry
  const leaseKey = leaseKeyOf(connectionId)
  const ownerKey = `wa/${connectionId}/owner`
  const lineKey = `wa/${connectionId}/line`
  const entries = await vault.getMany([leaseKey, ownerKey])
  const before = entries.get(leaseKey)
  if (before !== undefined && (await isTaken(registry, leaseKey, before))) return null
  if (nowOf(registry) >= registry.me.until && !(await renewLeases(registry))) return null

  const mine = registry.me
  const leaseEpoch = before?.epoch ?? 0
  const ownerEpoch = entries.get(ownerKey)?.epoch ?? 0
  const value = Buffer.from(mine.owner)
  const lease = (until: number, expected: number) => ({
    ...{ key: leaseKey, expected, value: encodeEntry({ owner: mine.owner, until }) },
  })
  const claimed = await vault.commit([
    lease(WHILE_ITS_PROCESS_LIVES, leaseEpoch),
    { key: ownerKey, value, expected: ownerEpoch },
    { key: lineKey, value },
  ])
  if (claimed === 'fenced') return null
  const fence: Fence = { key: ownerKey, epoch: ownerEpoch + 1 }
  /** One at a time: a second one would meet the first and mistake it for another process. */
  const inOrder = createSerialQueue()
  let released = false
  return {
    fence,
    line: () => inOrder('line', () => takeLine(registry, lineKey, value, fence)),
    held: () => !released && mine === registry.me && nowOf(registry) < mine.until,
    release: async () => {
      if (released) return
      released = true
      // The write is refused if another process has the lease now.
      await vault.commit([lease(0, leaseEpoch + 1)])
    },
  }
}

const takeLine = async (
  { vault }: Registry,
  key: string,
  value: Buffer,
  fence: Fence,
): Promise<Fence | null> => {
  const epoch = (await vault.getMany([key])).get(key)?.epoch ?? 0
  const done = await vault.commit([{ key, value, expected: epoch }], fence)
  return done === 'committed' ? { key, epoch: epoch + 1 } : null
}

const releaseLeases = async (registry: Registry): Promise<void> => {
  await registry.renewing?.catch(() => false)
  const { owner, lease } = registry.me
  registry.me = newProcess(registry)
  if (lease === null) return
  const { version } = lease.entry()
  await registry.vault.commit([{ key: processKeyOf(owner), value: null, expected: version }])
}

/**
 * Leases of connections. The vault has one entry for each process and three for each connection. `lease` names the
 * process that has it. `owner` is the fence of the connection's data, rewritten when another process gets the lease.
 * `line` is the fence of one socket, rewritten also when a socket is opened.
 */
export const createLeases = (deps: Deps) => {
  const registry: Registry = { ...deps, ...newState(deps) }
  return {
    sole: deps.sole,
    /** Prolongs all leases of this process; false if others considered it dead. Throws if the vault is unavailable. */
    renew: () => renewLeases(registry),
    /** Names of the other processes that live. */
    others: () => otherProcesses(registry),
    /** The connections that another process has now. `ending`: the lease ends at a fixed time without its process. */
    ofOthers: (connectionIds: readonly number[]) => leasesOfOthers(registry, connectionIds),
    /** The lease of a connection, null while another process has it. */
    claim: (connectionId: number) => claimLease(registry, connectionId),
    /** Releases the leases at the process's end, so that no other process waits for their expiry. */
    leave: () => releaseLeases(registry),
  }
}

export type Leases = ReturnType<typeof createLeases>
