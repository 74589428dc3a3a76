import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import Button from 'antd/es/button/index.js'
import { type ReactNode, useEffect, useState } from 'react'
import { lazyDialog } from '../../../components/lazy-dialog.js'
import { UserAvatar } from '../../../components/user-avatar.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { type ShownVcard, shownVcards } from '../model/vcards.js'
import styles from './card.module.css'

const NewTicket = lazyDialog(() => import('../dialogs/new-ticket.js').then((m) => m.NewTicket))

/** Minimum of digits of a WhatsApp number; the server checks whether the number exists. */
const MIN_DIGITS = 8

/** Digits from which on a number surely has its country code. */
const WITH_COUNTRY_DIGITS = 12

/**
 * A number of a card: as written, and in local form once the library of phone numbers is loaded. The library is large and few
 * conversations have cards, so it is not part of the page.
 */
const PhoneLink = ({ text, digits }: ShownVcard['numbers'][number]) => {
  const [shown, setShown] = useState(text)
  useEffect(() => {
    if (digits.length < WITH_COUNTRY_DIGITS) return
    let isCurrent = true
    import('../../../components/phone.js').then(
      ({ formatPhone }) => isCurrent && setShown(formatPhone(digits)),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [digits])
  return <a href={`tel:+${digits}`}>{shown}</a>
}

/** A shared contact, with a button for each number that opens a conversation. */
const Person = ({ card }: { card: ShownVcard }) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<string | null>(null)
  const name = card.name || t('inbox:kind.contact')
  return (
    <div className={styles.person}>
      <UserAvatar name={name} size={40} />
      <span className={styles.words}>
        <strong>{name}</strong>
        {card.numbers.map(({ text, digits }) => (
          <span key={text} className={styles.number}>
            <PhoneLink text={text} digits={digits} />
            {digits.length >= MIN_DIGITS && (
              <Button
                size="small"
                icon={<MessageOutlined />}
                aria-label={t('inbox:card.startWith', { name })}
                onClick={() => setOpened(digits)}
              >
                {t('inbox:card.start')}
              </Button>
            )}
          </span>
        ))}
        {card.more > 0 && (
          <span className={styles.soft}>{t('inbox:card.moreNumbers', { count: card.more })}</span>
        )}
      </span>
      {opened !== null && (
        <NewTicket contact={null} person={{ name, number: opened }} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}

/** Shared contacts. */
export const ContactCards = ({ body, meta }: { body: string; meta: ReactNode }) => {
  const { t } = useTranslation()
  const { people, more } = shownVcards(body)
  return (
    <>
      {people.map((card, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message never change
        <Person key={index} card={card} />
      ))}
      {more > 0 && <div className={styles.soft}>{t('inbox:card.morePeople', { count: more })}</div>}
      {meta}
    </>
  )
}
