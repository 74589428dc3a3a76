import Input from 'antd/es/input/index.js'
import Modal from 'antd/es/modal/index.js'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FocusFirst } from '../../components/focus-first.js'
import styles from './commands.module.css'
import { Keys } from './keys.js'
import type { Command } from './registry.js'
import { useAllCommands } from './use-commands.js'

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Commands whose names hold every word, without regard to case and accents. */
const matching = (commands: readonly Command[], search: string): readonly Command[] => {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return commands.filter(
    ({ keysOnly, label, group }) =>
      !keysOnly && words.every((word) => folded(`${label} ${group}`).includes(word)),
  )
}

/** Everything one can do, by typing a part of its name. */
export const CommandPalette = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const list = useId()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(0)
  const all = useAllCommands()
  const found = useMemo(() => matching(all, search), [all, search])
  const current = Math.min(chosen, found.length - 1)

  const run = (command: Command | undefined): void => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const pressed = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      setChosen((current + step + found.length) % found.length)
    }
    if (event.key === 'Enter') run(found[current])
  }

  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={560}
      style={{ top: 80 }}
      title={<span className="visually-hidden">{t('common:palette.title')}</span>}
      styles={{ header: { margin: 0 } }}
    >
      <FocusFirst>
        <Input
          variant="borderless"
          size="large"
          placeholder={t('common:palette.search')}
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={found[current] && `${list}-${current}`}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setChosen(0)
          }}
          onKeyDown={pressed}
        />
        <div className={styles.list} id={list} role="listbox" aria-label={t('common:palette.title')}>
          {found.map((command, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keyboard for the list
            <div
              key={command.id}
              id={`${list}-${place}`}
              ref={(row) => {
                if (place === current) row?.scrollIntoView({ block: 'nearest' })
              }}
              role="option"
              tabIndex={-1}
              aria-selected={place === current}
              className={styles.option}
              onMouseMove={() => setChosen(place)}
              onClick={() => run(command)}
            >
              <span className={styles.label}>{command.label}</span>
              <span className={styles.group}>{command.group}</span>
              {command.keys !== undefined && <Keys keys={command.keys} />}
            </div>
          ))}
          {found.length === 0 && <p className={styles.none}>{t('common:palette.none')}</p>}
        </div>
      </FocusFirst>
    </Modal>
  )
}
