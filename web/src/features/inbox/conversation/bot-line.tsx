import RobotOutlined from '@ant-design/icons/es/icons/RobotOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { type ApiError, errorText } from '../../../api/errors.js'
import { isHidden } from '../../../api/routes.js'
import { useSaved } from '../../../api/use-saved.js'
import { useAppDispatch } from '../../../base/hooks.js'
import { toastShown } from '../../../components/toasts/toasts.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useRecords } from '../../../records/record-api.js'
import { useLeaveBotMutation } from '../api.js'
import { showTicket } from '../patches.js'
import styles from './bot-line.module.css'

const NO_OPTIONS: readonly { readonly id: number; readonly title: string }[] = []

/**
 * The bot's state for the contact of a waiting ticket, with a button to end the bot. Or the reason why the
 * bot is silent, or a note that bills came after the bot had left the ticket.
 */
export const BotLine = ({ ticket }: { ticket: TicketRecord }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [leave] = useLeaveBotMutation()
  const { save, saving } = useSaved()
  const { at, askedAt, because, path, tries, most, late } = ticket.bot
  const { queueId } = ticket
  const skip = path.length === 0 || queueId === null
  const { rows: options = NO_OPTIONS } = useRecords('queueOption', { queueId: queueId ?? 0 }, { skip })
  if (at === 'start') return null
  if (at === 'left') {
    // a bot that never spoke is not missed, as in a company without one
    const isMissed = because !== null && askedAt !== null
    return !isMissed && !late ? null : (
      <div className={styles.line} role="status">
        <RobotOutlined aria-hidden />
        {late ? t('inbox:bot.late') : t('inbox:bot.silent', { because: t(`audit:because.${because}`) })}
      </div>
    )
  }
  const titles = path.map((id) => options.find((option) => option.id === id)?.title ?? '…')
  const asked = at === 'document' || at === 'bills' ? [t(`inbox:bot.${at}`)] : titles
  const place = at === 'menu' ? t('inbox:bot.menu') : [ticket.queue?.name ?? '…', ...asked].join(' › ')
  const takeOut = async (): Promise<void> => {
    try {
      const answer = await save(leave, { id: ticket.id })
      if (!isHidden(answer)) dispatch(showTicket(answer))
    } catch (failure) {
      dispatch(toastShown({ tone: 'failed', text: errorText(failure as ApiError) }))
    }
  }
  return (
    <div className={styles.line} role="status">
      <RobotOutlined aria-hidden />
      <span className={styles.place}>{t('inbox:bot.at', { place })}</span>
      {most > 0 && tries > 0 && <span>{t('inbox:bot.left', { count: Math.max(0, most - tries) })}</span>}
      <Button size="small" loading={saving} onClick={() => void takeOut()}>
        {t('inbox:bot.takeOut')}
      </Button>
    </div>
  )
}
