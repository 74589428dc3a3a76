import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { Suspense, useRef, useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { useSaved } from '../../api/use-saved.js'
import { useHasSeat } from '../../base/access.js'
import { useAppDispatch } from '../../base/hooks.js'
import { lazyPage } from '../../base/lazy-page.js'
import { ColorDot } from '../../components/color-dot.js'
import { IconButton } from '../../components/icon-button.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useCreateRecordMutation } from '../../records/record-api.js'
import { createTagSaver, type TagChange, withChange } from './changes.js'
import styles from './tags.module.css'

interface Props {
  readonly ticket: TicketRecord
  /** replaces the ticket's tags; rejects with an ApiError */
  readonly onTags: (ids: readonly number[]) => Promise<void>
}

/** Id of the button that opens the tag field. */
export const TAG_ADDER = 'tag-adder'

/** Loaded when tags are first edited. */
const TagSelect = lazyPage(() => import('./tag-select.js').then((m) => m.TagSelect<number | string>))

const { min } = RECORDS.tag.fields.name

/** The tags of a ticket, chosen by name; a new name creates a tag. */
export const TagBar = ({ ticket, onTags }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const writes = useHasSeat()
  const [create] = useCreateRecordMutation()
  const { save, saving } = useSaved()
  // the field for tags is expensive to render: mounted on demand
  const [picking, setPicking] = useState(false)
  const adds = useRef<HTMLButtonElement>(null)
  const ids = ticket.tags.map(({ id }) => id)
  const [saveInTurn] = useState(createTagSaver)
  const [pending, setPending] = useState<readonly TagChange[]>([])
  const wanted = pending.reduce<readonly (number | string)[]>(withChange, ids)
  const tell = (text: string): void => void dispatch(toastShown({ tone: 'failed', text }))
  const idOf = async (value: number | string): Promise<number> =>
    typeof value === 'number' ? value : (await save(create, { record: 'tag', body: { name: value } })).id
  const change = (removed: TagChange['removed'], added: TagChange['added']): void => {
    const isShort = added.some((value) => typeof value === 'string' && value.length < min)
    if (isShort) return tell(t('common:valid.short', { min }))
    const onFailed = (failure: unknown) => tell(errorText(failure as ApiError))
    saveInTurn(ids, { removed, added }, { idOf, save: onTags, onFailed, onPending: setPending })
  }
  if (!writes && ids.length === 0) return null
  if (!picking || !writes) {
    return (
      <div className={styles.bar}>
        {ticket.tags
          .filter(({ id }) => wanted.includes(id))
          .map(({ id, name, color }) => (
            <span key={id} className={styles.one}>
              <ColorDot chip color={color} label={name} />
              {writes && (
                <IconButton
                  className={styles.remove}
                  label={t('tags:on.remove', { name })}
                  onClick={() => {
                    adds.current?.focus()
                    change([id], [])
                  }}
                >
                  <CloseOutlined />
                </IconButton>
              )}
            </span>
          ))}
        {writes && (
          <button
            ref={adds}
            id={TAG_ADDER}
            type="button"
            className={styles.add}
            onClick={() => setPicking(true)}
          >
            {t('tags:on.add')}
          </button>
        )}
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is told when the focus leaves the field in it
    <div
      className={styles.bar}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setPicking(false)
      }}
    >
      <Suspense>
        <TagSelect
          offersNew
          autoFocus
          defaultOpen
          variant="borderless"
          className={styles.select ?? ''}
          aria-label={t('tags:on.pick')}
          placeholder={t('tags:on.add')}
          loading={saving}
          value={[...wanted]}
          chosen={ticket.tags}
          onChange={(values) =>
            change(
              wanted.filter((one) => !values.includes(one)),
              values.filter((one) => !wanted.includes(one)),
            )
          }
        />
      </Suspense>
    </div>
  )
}
