import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { REFRESH_PREFIX } from '@guiche/command-api/auth/refresh-tokens.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { EngineAddresses } from '@guiche/infra/config/config.js'
import { keysToRotate, settleKeys } from '@guiche/infra/config/secret-key.js'
import { createKafkaClient, reachKafka } from '@guiche/infra/event-bus/kafka/client.js'
import { connectMongo } from '@guiche/infra/mongodb/connect.js'
import { wasMoved } from '@guiche/infra/moved.js'
import { type RotationResult, rotateVault } from '@guiche/infra/vault/rotate.js'
import { openSealedEntries } from '@guiche/infra/vault/sealed-embedded.js'
import { sealedEntriesIn } from '@guiche/infra/vault/sealed-mongodb.js'
import { runningGroups } from '../migrate/copy-bus.js'

type PrintedLines = Result<readonly string[], string>
type Env = Readonly<Record<string, string | undefined>>

/** Refresh tokens go, so that no browser gets a token under the new key without a password. */
const DROPPED_PREFIXES = [REFRESH_PREFIX]

const linesOf = ({ sealed, dropped, unreadable }: RotationResult, where: string): readonly string[] => [
  `${sealed} entries of the vault were sealed under the new key, which is ${where}; ${dropped} sessions ended.`,
  ...(unreadable > 0 ? [`${unreadable} damaged entries open under no key and were left.`] : []),
  'Back-ups from before need the former key: make a new one. See docs/operations.md, "The key was stolen".',
]

/**
 * Rotates the key of the installation in `dataDir`, whose lock this process holds. An error is a sentence for the
 * operator.
 */
export const rotateInFolder = async (dataDir: string, env: Env): Promise<PrintedLines> => {
  const file = join(dataDir, 'vault.db')
  if (wasMoved(dataDir)) return err('the installation was moved: rotate the key where it is now')
  if (!existsSync(file)) return err(`there is no vault.db in ${dataDir}`)
  const keys = keysToRotate(dataDir, env)
  if (!keys.ok) return keys
  const entries = openSealedEntries(file)
  const rotated = await rotateVault(entries, { ...keys.value, drop: DROPPED_PREFIXES }).finally(entries.close)
  if (!rotated.ok) {
    keys.value.forget()
    return rotated
  }
  settleKeys(dataDir, env)
  return ok(linesOf(rotated.value, env.SECRET_KEY ? 'SECRET_KEY' : join(dataDir, 'secret.key')))
}

/**
 * Rotates the key of a vault in MongoDB. Refused while services of the installation run, because they write under the
 * old key.
 */
export const rotateInMongo = async (engines: EngineAddresses, env: Env): Promise<PrintedLines> => {
  const keys = keysToRotate(null, env)
  if (!keys.ok) return keys
  const kafka = createKafkaClient({ brokers: engines.brokers })
  await reachKafka(kafka, engines.brokers)
  const admin = kafka.admin()
  await admin.connect()
  const running = await runningGroups(admin, engines.kafkaPrefix).finally(() => admin.disconnect())
  if (running.length > 0) return err(`services run (${running.join(', ')}); stop them first`)
  const mongo = await connectMongo({ url: engines.mongoUrl })
  try {
    const rotated = await rotateVault(sealedEntriesIn(mongo), { ...keys.value, drop: DROPPED_PREFIXES })
    return rotated.ok ? ok(linesOf(rotated.value, 'SECRET_KEY')) : rotated
  } finally {
    await mongo.close()
  }
}
