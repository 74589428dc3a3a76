import SmileOutlined from '@ant-design/icons/es/icons/SmileOutlined'
import Button from 'antd/es/button/index.js'
import Popover from 'antd/es/popover/index.js'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Waiting } from '../conversation/waiting.js'
import { useEscape } from '../use-escape.js'

const AllEmojis = lazy(() => import('./all-emojis.js'))

/** Opens the whole list of emoji; it is loaded when first asked for. */
export const EmojiButton = ({ onPick }: { onPick: (emoji: string) => void }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  useEscape(
    open,
    useCallback(() => setOpen(false), []),
  )
  return (
    <Popover
      trigger="click"
      placement="topLeft"
      open={open}
      onOpenChange={setOpen}
      // never nothing: a popover without content does not open
      content={
        <div>
          {open && (
            <Suspense fallback={<Waiting />}>
              <AllEmojis onPick={onPick} />
            </Suspense>
          )}
        </div>
      }
    >
      <Button
        type="text"
        icon={<SmileOutlined aria-hidden />}
        aria-label={t('inbox:composer.emoji')}
        title={t('inbox:composer.emoji')}
        aria-expanded={open}
      />
    </Popover>
  )
}
