import { CLOSURE_STEPS, type ClosureStep } from '@guiche/contracts/views/closures.js'
import type { Vault } from '@guiche/infra/vault/vault.js'

/** The progress of an erasure, and the things that its survey found: only ids, numbers and vault keys. */
export interface ClosureProgress {
  readonly step: ClosureStep
  /** finished parts of the present step */
  readonly done: number
  readonly total: number
  /** null before the survey has ended */
  readonly found: Survey | null
}

/**
 * Counts and ids of all data of a company. Stores references that are only in erased data, before the
 * erasure.
 */
export interface Survey {
  readonly streams: number
  readonly events: number
  readonly views: number
  readonly search: number
  readonly files: number
  readonly bytes: number
  readonly vault: number
  readonly connectionIds: readonly number[]
  readonly userIds: readonly number[]
  /** vault keys that only events of the company name */
  readonly named: readonly string[]
}

const keyOf = (closureId: number): string => `closure/${closureId}`

/** Stores the progress and replaces the earlier progress. Rejects while the vault is away. */
export const keepProgress = async (
  vault: Pick<Vault, 'commit'>,
  closureId: number,
  progress: ClosureProgress | null,
): Promise<void> => {
  const value = progress === null ? null : Buffer.from(JSON.stringify(progress))
  await vault.commit([{ key: keyOf(closureId), value }])
}

/** Progress of an erasure, or null. */
export const progressOf = async (
  vault: Pick<Vault, 'getMany'>,
  closureId: number,
): Promise<ClosureProgress | null> => {
  const key = keyOf(closureId)
  const found = (await vault.getMany([key])).get(key)
  return found === undefined ? null : (JSON.parse(found.value.toString()) as ClosureProgress)
}

/** Progress of the step, in percent. */
export const percentOf = ({ done, total }: Pick<ClosureProgress, 'done' | 'total'>): number =>
  total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total))

export const FIRST_STEP = CLOSURE_STEPS[0]
