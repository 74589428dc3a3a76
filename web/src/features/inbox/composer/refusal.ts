import { type FileKind, isProgramName, kindOfType, MAX_SIZES } from '@guiche/contracts/files.js'

/** Why a file is not attached; of one that is too large, its kind, which has its limit. */
export type Reason = 'unreadable' | 'empty' | 'program' | FileKind
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

/** The files that are refused, by reason: they cannot be read, or WhatsApp does not take them. */
export const refusalsOf = (unreadable: readonly Told[], others: readonly Told[]): readonly Refusal[] => {
  const names = new Map<Reason, string[]>()
  const refuse = (reason: Reason, { name }: Told): void =>
    void names.set(reason, [...(names.get(reason) ?? []), name])
  for (const file of unreadable) refuse('unreadable', file)
  for (const file of others) {
    const reason = reasonAgainst(file)
    if (reason !== null) refuse(reason, file)
  }
  return [...names].map(([reason, names]) => ({ reason, names }))
}
