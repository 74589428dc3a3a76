import MessageOutlined from '@ant-design/icons/es/icons/MessageOutlined'
import Button from 'antd/es/button/index.js'
import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../../../components/lazy-dialog.js'
import { UserAvatar } from '../../../components/user-avatar.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { type ShownCard, shownCards } from '../model/cards.js'
import styles from './card.module.css'

const NewTicket = lazyDialog(() => import('../dialogs/new-ticket.js').then((m) => m.NewTicket))

/** Minimum of digits of a WhatsApp number; the server checks whether the number exists. */
const FEWEST = 8

/** A shared contact, with a button to start a conversation with each number. */
const Person = ({ card }: { card: ShownCard }) => {
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
            <a href={`tel:+${digits}`}>{text}</a>
            {digits.length >= FEWEST && (
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
  const { people, more } = shownCards(body)
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
