import { withoutSignature } from '@guiche/contracts/message/signature.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import { excerptOf } from '@guiche/contracts/views/excerpt.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Alert from 'antd/es/alert/index.js'
import Button from 'antd/es/button/index.js'
import Modal from 'antd/es/modal/index.js'
import Progress from 'antd/es/progress/index.js'
import { useId, useState } from 'react'
import { useAppDispatch } from '../../../base/hooks.js'
import { FocusFirst } from '../../../components/focus-first.js'
import { Select } from '../../../components/select.js'
import { toastShown } from '../../../components/toasts/toasts.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useComposerOptions } from '../composer/options.js'
import { contactOption } from '../model/contact-option.js'
import styles from './forward-messages.module.css'
import { useContactSearch } from './use-contact-search.js'
import { type Forwarding, forwardingsOf, useForwarding } from './use-forwarding.js'

interface Props {
  /** in the order of sending */
  readonly messages: readonly MessageRecord[]
  /** `done`: all messages were sent */
  readonly onClose: (done: boolean) => void
}
interface ChosenContact {
  readonly value: number
  readonly label: string
}
/** Maximum of contacts in one forwarding. */
const MAX_CONTACTS = 20

/** Forwards messages to several contacts, one after another. Failed ones are named and can be retried. */
export const ForwardMessages = ({ messages, onClose }: Props) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const id = useId()
  const { sign } = useComposerOptions()
  const { setText, found, loading, notFoundContent } = useContactSearch()
  const [chosen, setChosen] = useState<readonly ChosenContact[]>([])
  const { forwardings, running, start, stop } = useForwarding(sign)
  const failed = forwardings.filter(({ state }) => state === 'failed')
  const sent = forwardings.filter(({ state }) => state === 'sent').length
  const left = forwardings.length - sent

  const send = async (all: readonly Forwarding[]): Promise<void> => {
    const done = await start(all)
    if (done.some(({ state }) => state !== 'sent')) return
    dispatch(toastShown({ tone: 'good', text: t('inbox:forward.done', { count: done.length }) }))
    onClose(true)
  }
  const wordsOf = ({ message, contact, why }: Forwarding): string => {
    const words = withoutSignature(excerptOf({ kind: message.mediaType, body: message.body }))
    const said = truncateText(words.replace(/\s+/g, ' '), 40)
    return t('inbox:forward.failedOne', { name: contact.name, text: said || t('inbox:forward.file'), why })
  }
  return (
    <Modal
      open
      title={t('inbox:forward.title', { count: messages.length })}
      mask={{ closable: false }}
      closable={!running}
      onCancel={() => (running ? undefined : onClose(forwardings.length > 0))}
      // a second click on the start button must not hit the stop button
      footer={[
        running ? (
          <Button key="stop" onClick={stop}>
            {t('inbox:forward.stop')}
          </Button>
        ) : (
          <Button key="cancel" onClick={() => onClose(forwardings.length > 0)}>
            {t(forwardings.length > 0 ? 'common:close' : 'common:cancel')}
          </Button>
        ),
        <Button
          key="send"
          type="primary"
          loading={running}
          disabled={running || chosen.length === 0}
          onClick={() =>
            void send(
              forwardings.length > 0
                ? forwardings
                : forwardingsOf(
                    messages,
                    chosen.map(({ value, label }) => ({ id: value, name: label })),
                  ),
            )
          }
        >
          {forwardings.length > 0 ? t('inbox:forward.rest', { amount: left }) : t('inbox:forward.send')}
        </Button>,
      ]}
    >
      <FocusFirst>
        {forwardings.length === 0 ? (
          <>
            <label htmlFor={id}>{t('inbox:forward.to')}</label>
            <Select<ChosenContact[]>
              id={id}
              className={styles.contacts ?? ''}
              mode="multiple"
              labelInValue
              maxCount={MAX_CONTACTS}
              showSearch={{ filterOption: false, onSearch: setText }}
              placeholder={t('inbox:newTicket.contactSearch')}
              loading={loading}
              value={[...chosen]}
              onChange={(values) => setChosen(values.map(({ value, label }) => ({ value, label })))}
              notFoundContent={notFoundContent}
              options={found.map((one) => contactOption(t, one))}
            />
            <p className={styles.hint}>{t('inbox:forward.hint')}</p>
          </>
        ) : (
          <>
            <Progress
              percent={Math.round((sent / forwardings.length) * 100)}
              format={() => `${sent}/${forwardings.length}`}
              status={running ? 'active' : 'normal'}
              aria-label={t('inbox:forward.progress')}
            />
            <p role="status">{t('inbox:forward.sent', { amount: sent, all: forwardings.length })}</p>
          </>
        )}
        {failed.length > 0 && (
          <Alert
            type="error"
            title={t('inbox:forward.failed', { count: failed.length })}
            description={
              <ul className={styles.failed}>
                {failed.map((forwarding) => (
                  <li key={forwarding.key}>{wordsOf(forwarding)}</li>
                ))}
              </ul>
            }
          />
        )}
      </FocusFirst>
    </Modal>
  )
}
