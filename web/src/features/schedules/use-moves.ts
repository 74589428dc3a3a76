import { RECORDS } from '@guiche/contracts/records/index.js'
import { reasonText } from '../../api/errors.js'
import { useUser } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { mayTouch } from '../../records/fields.js'
import { useChangeRecordMutation } from '../../records/record-api.js'
import { useChangeOccurrenceMutation } from './api.js'
import { type Entry, isOpen, moveTo } from './calendar.js'
import { momentIn } from './zones.js'

/** Moves messages of a calendar to another time, with an undo; of a series only the moved occurrence. */
export const useMoves = (zone: string) => {
  const { t } = useTranslation()
  const me = useUser()
  const dispatch = useAppDispatch()
  const [change] = useChangeRecordMutation()
  const [changeOccurrence] = useChangeOccurrenceMutation()
  const failed = (text: string) => void dispatch(toastShown({ tone: 'failed', text }))

  const put = async ({ planned }: Entry, sendAt: string): Promise<boolean> => {
    const body = { body: planned.body, sendAt }
    const answer = await change({ record: 'schedule', id: planned.id, body })
    if (answer.error !== undefined) failed(reasonText(answer.error.code ?? ''))
    return answer.error === undefined
  }

  return async (entry: Entry, day: string, hour: number | null): Promise<void> => {
    const { planned, occurrence, sendAt } = entry
    const next = moveTo(sendAt, zone, day, hour)
    if (next === sendAt || !isOpen(planned)) return
    if (!mayTouch(RECORDS.schedule, me, planned, 'change')) return failed(reasonText('ERR_NO_PERMISSION'))
    if (Date.parse(next) < Date.now()) return failed(t('schedules:calendar.past'))
    const time = momentIn(zone, next)
    if (occurrence !== null) {
      const body = { day: occurrence, sendAt: next }
      const answer = await changeOccurrence({ id: planned.id, body })
      if (answer.error !== undefined) return failed(reasonText(answer.error.code ?? ''))
      return void dispatch(toastShown({ tone: 'good', text: t('schedules:calendar.movedOne', { time }) }))
    }
    if (!(await put(entry, next))) return
    const text = t('schedules:calendar.moved', { name: planned.contact?.name, time })
    // a failed entry cannot return to a past time
    const isBack = Date.parse(sendAt) > Date.now()
    const action = { label: t('schedules:calendar.undo'), run: () => void put(entry, sendAt) }
    dispatch(toastShown({ tone: 'good', text, ...(isBack && { action }) }))
  }
}
