import { fileList } from './file-list.js'
import { help } from './help.js'
import { holiday } from './holiday.js'
import type { Intersection } from './intersection.js'
import { isSubjectField } from './kinds/ref.js'
import { note } from './note.js'
import { plan } from './plan.js'
import { queue } from './queue.js'
import { queueOption } from './queue-option.js'
import { quickmessage } from './quickmessage.js'
import type { RecordSpec } from './record.js'
import { schedule } from './schedule.js'
import type { RecordDoc, ShownRecord } from './shapes.js'
import { tag } from './tag.js'
import { ticketView } from './ticket-view.js'

/** All kinds of records. */
export const RECORDS = {
  queue,
  queueOption,
  tag,
  note,
  quickmessage,
  schedule,
  holiday,
  plan,
  help,
  fileList,
  ticketView,
} as const satisfies {
  readonly [name: string]: RecordSpec
}
export type Records = typeof RECORDS
export type RecordName = keyof Records

type RecordErrors = Intersection<Records[RecordName]['errors']>
/** The errors that records declare, with their texts. */
export const recordErrors = Object.assign(
  {},
  ...Object.values(RECORDS).map(({ errors }) => errors),
) as RecordErrors

/** Documents by collection: existing and deleted records. */
export type RecordDocs = {
  readonly [N in RecordName as Records[N]['plural'] | `deleted-${Records[N]['plural']}`]: RecordDoc<
    Records[N]
  >
}
/** Collections of the records' views; see collections.ts. */
export type RecordViews = {
  readonly [N in RecordName as Records[N]['plural']]: readonly [
    Records[N]['plural'],
    `deleted-${Records[N]['plural']}`,
  ]
}
export const recordViews = Object.fromEntries(
  Object.values(RECORDS).map(({ plural }) => [plural, [plural, `deleted-${plural}`]]),
) as unknown as RecordViews

type FrameOf<R extends RecordSpec> = R extends { readonly wire: { readonly frame: infer F } }
  ? F
  : { readonly whole: R['name']; readonly gone: `${R['name']}Id` }
/** Field names of the frame: the one with the record, and the one with the id of a deleted record. */
export const frameOf = ({ name, wire }: RecordSpec): { readonly whole: string; readonly gone: string } =>
  wire?.frame ?? { whole: name, gone: `${name}Id` }

/** Frames of the channels of records. */
export type RecordFrames = {
  readonly [N in RecordName]:
    | ({ readonly action: 'create' | 'update' } & {
        readonly [K in FrameOf<Records[N]>['whole']]: ShownRecord<Records[N]>
      })
    | ({ readonly action: 'delete' } & { readonly [K in FrameOf<Records[N]>['gone']]: number })
}

/** Whether a record is removed with its contact. */
export const isErasable = (spec: RecordSpec): boolean =>
  Object.values(spec.fields).some(
    (field) => field.kind === 'ref' && field.to === 'contact' && field.gone === 'remove',
  )

/** Whether a record has an event `changed`: users may change the record, or it may lose a reference. */
export const hasChanges = ({ allow, fields }: RecordSpec): boolean =>
  allow.change !== undefined ||
  Object.values(fields).some(
    (field) =>
      field.kind === 'refs' || (field.kind === 'ref' && !isSubjectField(field) && field.gone !== 'remove'),
  )
