import { randomBytes } from 'node:crypto'
import type { Account } from './accounts.js'
import { lidJid, numberJid } from './jids.js'
import { buildStanza } from './nodes.js'
import { deliverAll, endsOf, type World } from './world.js'

/** Blocks a number for an account, or unblocks it. The account's devices are notified, except `by`, which made the change. */
export const setBlocked = (
  world: World,
  account: Account,
  other: Account,
  blocked: boolean,
  by: number,
): void => {
  const rest = account.blocked.filter((number) => number !== other.number)
  account.blocked = blocked ? [...rest, other.number] : rest
  world.changed()
  const item = buildStanza('item', { action: blocked ? 'block' : 'unblock', jid: lidJid(other.lid) })
  const id = randomBytes(8).toString('hex')
  const from = numberJid(account.number)
  const told = buildStanza('notification', { id, from, type: 'account_sync' }, [
    buildStanza('blocklist', {}, [item]),
  ])
  deliverAll(world, endsOf(account, by), told)
}
