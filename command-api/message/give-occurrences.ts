import { RECORDS, type Records } from '@guiche/contracts/records/index.js'
import type { OccurrenceRecord } from '@guiche/contracts/records/kinds/series.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'
import { streams } from '@guiche/contracts/streams.js'
import { createRefs } from '../contact/refs.js'
import type { AreaDeps } from '../deps.js'
import { toBeNamed } from '../files/unnamed.js'
import { consequence, type Work } from '../kernel/consequence.js'
import { Refused } from '../kernel/refused.js'
import { deciders } from '../records/deciders.js'
import { createCopies } from './request-copy.js'

type Needs = Pick<
  AreaDeps,
  | 'kernel'
  | 'documents'
  | 'standings'
  | 'claims'
  | 'records'
  | 'sequences'
  | 'commandIds'
  | 'blobs'
  | 'vault'
  | 'clock'
  | 'roomToSend'
>
type Schedule = StoredRecord<Records['schedule']>

/** The file of the new message, or the error why the message cannot be sent without it. */
const fileOf = async (head: Schedule, companyId: number, needs: Needs) => {
  if (head.media === null) return { media: null, error: null }
  const copy = await createCopies(needs).of({ ...head.media, seconds: null, voice: false }, companyId)
  if (copy.ok && copy.value !== null) {
    const { blobId, mimetype, fileName, size } = copy.value
    return { media: { ...head.media, blobId, mimetype, fileName, size }, error: null }
  }
  if (!copy.ok && copy.error.code === 'ERR_STORAGE_FULL') throw new Refused(copy.error.code)
  // the file was removed meanwhile
  return { media: null, error: 'ERR_SCHEDULE_FILE_AWAITED' }
}

/**
 * Makes the message of a series' occurrence. The message's id comes from the event, so a repetition makes no second
 * one.
 */
const giveOccurrence = async (
  head: Schedule,
  { day, sendAt, body, skipped }: OccurrenceRecord,
  companyId: number,
  work: Work,
  needs: Needs,
): Promise<void> => {
  const { kernel, commandIds, sequences } = needs
  const meta = work.meta('given', day)
  const ids = await commandIds.get(meta, async () => ({ scheduleId: await sequences.next('schedule') }))
  if (!ids.ok) throw new Refused(ids.error.code)
  const { scheduleId } = ids.value
  const stream = streams.record('schedule', scheduleId)
  if ((await kernel.earlier(deciders.schedule, stream, meta)).ok === false)
    throw new Refused('ERR_UNAVAILABLE')
  const { state } = await kernel.load(deciders.schedule, stream)
  if (state.companyId !== 0) return
  const { media, error } = await fileOf(head, companyId, needs)
  if (media !== null) await toBeNamed(needs, media.blobId, stream)
  const reason = skipped ? 'ERR_SCHEDULE_SKIPPED' : error
  const data: Schedule = {
    ...head,
    ...{ scheduleId, sendAt, media, body: body ?? head.body, repeats: null },
    ...{ status: reason === null ? 'PENDENTE' : 'ERRO', error: reason, sentAt: null },
    series: { of: head.scheduleId, day, except: [], given: [] },
  }
  const made = await kernel.execute(deciders.schedule, stream, { kind: 'place', id: scheduleId, data }, meta)
  work.settle(made)
  await createRefs(needs).stands(RECORDS.schedule, { ...data }, meta)
}

/** Each occurrence that a series gives off becomes a message of its own, with a copy of the file. */
export const giveOccurrences = consequence<Needs, 'schedule.changed.v1'>({
  name: 'give-occurrences',
  group: 'cascade',
  when: ({ data }) => (data.series?.given.length ?? 0) > 0,
  on: {
    'schedule.changed.v1': async ({ companyId, data }, work, needs) => {
      const head: Schedule = {
        repeats: null,
        whatsappId: null,
        dropIfWrites: 0,
        fileListId: null,
        ...data,
        series: null,
      }
      for (const given of data.series?.given ?? []) await giveOccurrence(head, given, companyId, work, needs)
    },
  },
})
