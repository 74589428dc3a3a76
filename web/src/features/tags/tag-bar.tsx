import { RECORDS } from '@guiche/contracts/records/index.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { type ApiError, errorText } from '../../api/errors.js'
import { useSaved } from '../../api/use-saved.js'
import { useAppDispatch } from '../../base/hooks.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useCreateRecordMutation } from '../../records/record-api.js'
import { TagSelect } from './tag-select.js'
import styles from './tags.module.css'

interface Props {
  readonly ticket: TicketRecord
  /** gives the ticket these tags and no others; rejects with an ApiError */
  readonly onTags: (ids: readonly number[]) => Promise<void>
}

const { min } = RECORDS.tag.fields.name

/** The tags of a ticket, chosen by name; a name that is new makes a tag. */
export const TagBar = ({ ticket, onTags }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [create] = useCreateRecordMutation()
  const { save, saving } = useSaved()
  const tell = (text: string): void => void dispatch(toastShown({ tone: 'failed', text }))
  const idOf = async (value: number | string): Promise<number> =>
    typeof value === 'number' ? value : (await save(create, { record: 'tag', body: { name: value } })).id
  const change = async (values: readonly (number | string)[]): Promise<void> => {
    const isShort = values.some((value) => typeof value === 'string' && value.length < min)
    if (isShort) return tell(t('common:valid.short', { min }))
    try {
      await onTags(await Promise.all(values.map(idOf)))
    } catch (failure) {
      tell(errorText(failure as ApiError))
    }
  }
  return (
    <TagSelect<number | string>
      offersNew
      variant="borderless"
      className={styles.bar ?? ''}
      aria-label={t('tags:on.pick')}
      placeholder={t('tags:on.add')}
      loading={saving}
      value={ticket.tags.map(({ id }) => id)}
      chosen={ticket.tags}
      onChange={(values) => void change(values)}
    />
  )
}
