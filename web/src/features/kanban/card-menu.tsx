import Dropdown from 'antd/es/dropdown/index.js'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './kanban.module.css'

interface Props {
  /** the pressed button: the menu opens below it and returns the focus to it */
  readonly button: HTMLElement
  readonly lanes: readonly { readonly id: number; readonly name: string }[]
  /** the card's present lane */
  readonly current: number
  readonly onChoose: (lane: number) => void
  readonly onClose: () => void
}

/**
 * The menu of lanes that a card may be moved to. The board has one menu: one for each card would cost more
 * than the cards.
 */
export const CardMenu = ({ button, lanes, current, onChoose, onClose }: Props) => {
  const { t } = useTranslation()
  const { left, bottom, width } = button.getBoundingClientRect()
  const close = () => {
    onClose()
    button.focus()
  }
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      onOpenChange={(open) => {
        if (!open) close()
      }}
      menu={{
        items: [
          {
            type: 'group',
            key: 'to',
            label: t('kanban:move.to'),
            children: lanes.map(({ id, name }) => ({
              key: String(id),
              label: name,
              disabled: id === current,
            })),
          },
        ],
        onClick: ({ key }) => {
          close()
          onChoose(Number(key))
        },
      }}
    >
      <span className={styles.anchor} style={{ left, top: bottom, width }} />
    </Dropdown>
  )
}
