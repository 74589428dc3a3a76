import { changesBeside, framesBeside, type JoinedChange } from '@guiche/contracts/realtime/joined-frames.js'
import { type AnyJoin, JOINED_SUBJECTS, type JoinKind, joinsOf } from '@guiche/contracts/views/joins.js'
import type { FramePatches, Kind, PatchContext } from './patches.js'
import { mayReplace, type RecordAge } from './record-age.js'

type HeldRecord = Readonly<Record<string, unknown>> & { readonly id: unknown }
type ShownFields = Record<string, HeldRecord | HeldRecord[] | null | undefined>

/** The joins of a kind that may show a changed record. */
const joinsFor = (kind: JoinKind, { of }: JoinedChange): readonly (AnyJoin & { readonly as: string })[] =>
  joinsOf(kind).flatMap(([, join]) => (join.of === of && join.as !== null ? [{ ...join, as: join.as }] : []))

const holdsRecord = (held: ShownFields[string], id: JoinedChange['id']): boolean =>
  Array.isArray(held) ? held.some((one) => one.id === id) : held?.id === id

/** Whether a record joins the changed record. */
export const hasJoined = (kind: JoinKind, record: object, told: JoinedChange): boolean =>
  joinsFor(kind, told).some(({ as }) => holdsRecord((record as ShownFields)[as], told.id))

/** Updates a held record from a frame: the shown fields, or the whole record unless the held one is newer. */
const renewRecord = (
  held: HeldRecord,
  { of, now }: JoinedChange & { readonly now: NonNullable<JoinedChange['now']> },
): HeldRecord => {
  const { shown } = JOINED_SUBJECTS[of]
  if (shown === null)
    return mayReplace(held as RecordAge, now as RecordAge) ? ({ ...now } as HeldRecord) : held
  const told = shown.filter((field) => Object.hasOwn(now, field)).map((field) => [field, now[field]])
  return { ...held, ...Object.fromEntries(told) }
}

/**
 * Updates the joined records of a record in place from a frame. A deleted one stays if the record shows it
 * for ever, or if its document stays (contracts/views/joins.ts).
 */
export const patchJoined = (kind: JoinKind, record: object, told: JoinedChange): void => {
  const { of, id, now } = told
  for (const { as, ever } of joinsFor(kind, told)) {
    const fields = record as ShownFields
    const held = fields[as]
    if (held === null || held === undefined || !holdsRecord(held, id)) continue
    if (now === null) {
      if (JOINED_SUBJECTS[of].stays || ever?.(record) === true) continue
      fields[as] = Array.isArray(held) ? held.filter((one) => one.id !== id) : null
    } else {
      const change = (one: HeldRecord) => (one.id === id ? renewRecord(one, { ...told, now }) : one)
      fields[as] = Array.isArray(held) ? held.map(change) : change(held)
    }
  }
}

/**
 * Patches of a feature that caches records of a kind: `show` is called with each frame's changes of joined
 * records.
 */
export const joinedPatches = (
  kind: JoinKind,
  show: (told: JoinedChange, context: PatchContext) => void,
): FramePatches =>
  Object.fromEntries(
    framesBeside(kind).map((frameKind) => [
      frameKind,
      (frame: object, context: PatchContext) => {
        for (const told of changesBeside(kind, frameKind, frame)) show(told, context)
      },
    ]),
  )

/** Runs several patches one after another. */
export const allPatches = (...rows: readonly FramePatches[]): FramePatches => {
  const kinds = new Set(rows.flatMap((row) => Object.keys(row) as Kind[]))
  return Object.fromEntries(
    [...kinds].map((kind) => [
      kind,
      (frame: never, context: PatchContext) => {
        for (const row of rows)
          (row[kind] as ((frame: never, context: PatchContext) => void) | undefined)?.(frame, context)
      },
    ]),
  )
}
