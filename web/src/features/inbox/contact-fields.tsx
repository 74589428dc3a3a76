import type { ContactRecord } from '@guiche/contracts/views/records.js'
import Input from 'antd/es/input/index.js'
import { useState } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { useSaved } from '../../api/use-saved.js'
import { useAppDispatch } from '../../base/hooks.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useChangeContactMutation } from '../contacts/api.js'
import styles from './contact-card.module.css'
import { showContact } from './patches.js'

type Info = ContactRecord['extraInfo'][number]

/** One field, changed where it stands: Enter or leaving it saves, Esc takes it back. */
const Field = ({ contact, info }: { readonly contact: ContactRecord; readonly info: Info }) => {
  const dispatch = useAppDispatch()
  const [change] = useChangeContactMutation()
  const { save, saving } = useSaved()
  const [typed, setTyped] = useState<string | null>(null)
  const keep = async (): Promise<void> => {
    if (typed === null || saving) return
    const value = typed.trim()
    if (value === info.value) return setTyped(null)
    const { id, name, number, email, extraInfo } = contact
    const changed = extraInfo.map((one) => (one.id === info.id ? { ...one, value } : one))
    try {
      const body = { name, number, email, extraInfo: changed }
      dispatch(showContact(await save(change, { id, body })))
      setTyped(null)
    } catch (failure) {
      dispatch(toastShown({ tone: 'failed', text: errorText(failure as ApiError) }))
    }
  }
  return (
    <div>
      <dt>{info.name}</dt>
      <dd>
        <Input
          variant={typed === null ? 'borderless' : 'outlined'}
          size="small"
          aria-label={info.name}
          maxLength={2000}
          disabled={saving}
          value={typed ?? info.value}
          onFocus={() => setTyped((before) => before ?? info.value)}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => void keep()}
          onPressEnter={() => void keep()}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            setTyped(null)
          }}
        />
      </dd>
    </div>
  )
}

/** What is kept of a contact beside name, number and e-mail. */
export const ContactFields = ({ contact }: { readonly contact: ContactRecord }) => {
  const { t } = useTranslation()
  if (contact.extraInfo.length === 0) return null
  return (
    <dl className={styles.extra} aria-label={t('contacts:field.extraInfo')}>
      {contact.extraInfo.map((info) => (
        <Field key={info.id} contact={contact} info={info} />
      ))}
    </dl>
  )
}
