import type { ContactRecord } from '@guiche/contracts/views/records.js'
import Input from 'antd/es/input/index.js'
import { useRef, useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { type SaveCall, useSaved } from '../../api/use-saved.js'
import { useAppDispatch } from '../../base/hooks.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { mayReplace } from '../../realtime/record-age.js'
import { useChangeContactMutation } from '../contacts/api.js'
import styles from './contact-card.module.css'
import { type EditedField, valueToSave } from './model/edited-field.js'
import { showContact } from './patches.js'

type Info = ContactRecord['extraInfo'][number]
type KeepFields = (save: SaveCall, info: Info) => Promise<void>

/**
 * Changes fields one after another, each on the result of the previous change. A contact's fields are saved
 * together, so concurrent saves would overwrite each other.
 */
const useFieldSaver = (contact: ContactRecord): KeepFields => {
  const dispatch = useAppDispatch()
  const [change] = useChangeContactMutation()
  const newest = useRef(contact)
  if (mayReplace(newest.current, contact)) newest.current = contact
  const before = useRef<Promise<unknown>>(Promise.resolve())
  return (save, info) => {
    const keep = async (): Promise<void> => {
      const { id, name, number, email, extraInfo } = newest.current
      const changed = extraInfo.map((one) => (one.id === info.id ? info : one))
      const saved = await save(change, { id, body: { name, number, email, extraInfo: changed } })
      newest.current = saved
      dispatch(showContact(saved))
    }
    const kept = before.current.then(keep, keep)
    before.current = kept
    return kept
  }
}

/** One field, edited in place: Enter or blur saves, Esc restores. */
const Field = ({ info, onKeep }: { readonly info: Info; readonly onKeep: KeepFields }) => {
  const dispatch = useAppDispatch()
  const { save, saving } = useSaved()
  const [edited, setEdited] = useState<EditedField | null>(null)
  const keep = async (): Promise<void> => {
    if (edited === null || saving) return
    const value = valueToSave(edited, info.value)
    if (value === null) return setEdited(null)
    try {
      await onKeep(save, { ...info, value })
      setEdited(null)
    } catch (failure) {
      dispatch(toastShown({ tone: 'failed', text: errorText(failure as ApiError) }))
    }
  }
  return (
    <div>
      <dt>{info.name}</dt>
      <dd>
        <Input
          variant={edited === null ? 'borderless' : 'outlined'}
          size="small"
          aria-label={info.name}
          maxLength={2000}
          // a disabled field would lose the focus
          readOnly={saving}
          value={edited?.typed ?? info.value}
          onFocus={() => setEdited((before) => before ?? { from: info.value, typed: info.value })}
          onChange={({ target }) =>
            setEdited((before) => ({ from: before?.from ?? info.value, typed: target.value }))
          }
          onBlur={() => void keep()}
          onPressEnter={() => void keep()}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            if (!saving) setEdited(null)
          }}
        />
      </dd>
    </div>
  )
}

/** A contact's extra fields. */
export const ContactFields = ({ contact }: { readonly contact: ContactRecord }) => {
  const { t } = useTranslation()
  const keep = useFieldSaver(contact)
  if (contact.extraInfo.length === 0) return null
  return (
    <dl className={styles.extra} aria-label={t('contacts:field.extraInfo')}>
      {contact.extraInfo.map((info) => (
        <Field key={info.id} info={info} onKeep={keep} />
      ))}
    </dl>
  )
}
