import { type FileKind, isProgramName, kindOfType, MAX_SIZES } from '@guiche/contracts/files.js'

/** Why a file is not attached; of one that is too large, its kind, which has its limit. */
export type Reason = 'empty' | 'program' | FileKind
/** Files that are not attached for the same reason. */
export interface Refusal {
  readonly reason: Reason
  readonly names: readonly string[]
}

type Told = Pick<File, 'name' | 'size' | 'type'>

/** Why WhatsApp does not take a file, by its name, type and size; null where only its content can say. */
export const reasonAgainst = (file: Told): Reason | null => {
  if (file.size === 0) return 'empty'
  if (isProgramName(file.name)) return 'program'
  const kind = kindOfType(file.type)
  return file.size > MAX_SIZES[kind] ? kind : null
}

/** The files that are refused, by reason. */
export const refusalsOf = (files: readonly Told[]): readonly Refusal[] => {
  const names = new Map<Reason, string[]>()
  for (const file of files) {
    const reason = reasonAgainst(file)
    if (reason !== null) names.set(reason, [...(names.get(reason) ?? []), file.name])
  }
  return [...names].map(([reason, names]) => ({ reason, names }))
}
