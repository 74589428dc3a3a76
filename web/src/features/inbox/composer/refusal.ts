import { type FileRefusal, reasonAgainst } from '../../../base/file-limits.js'

/** Why a file is not attached. */
export type Reason = 'unreadable' | FileRefusal
/** Files that are not attached for the same reason. */
export interface Refusal {
  readonly reason: Reason
  readonly names: readonly string[]
}

type RefusedFile = Pick<File, 'name' | 'size' | 'type'>

/** The refused files by reason: unreadable, or not accepted by WhatsApp. */
export const refusalsOf = (
  unreadable: readonly RefusedFile[],
  others: readonly RefusedFile[],
): readonly Refusal[] => {
  const names = new Map<Reason, string[]>()
  const refuse = (reason: Reason, { name }: RefusedFile): void =>
    void names.set(reason, [...(names.get(reason) ?? []), name])
  for (const file of unreadable) refuse('unreadable', file)
  for (const file of others) {
    const reason = reasonAgainst(file)
    if (reason !== null) refuse(reason, file)
  }
  return [...names].map(([reason, names]) => ({ reason, names }))
}
