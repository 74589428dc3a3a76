import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import Input from 'antd/es/input/index.js'
import { useTranslation } from 'react-i18next'
import { QUEUE_COLORS } from '../../theme/tokens.js'
import styles from './color-field.module.css'

interface Props {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (color: string) => void
  /** colours in use elsewhere, in lower case: not offered */
  readonly taken: readonly string[]
}

/** A colour from the palette, from the browser's own chooser, or typed as #rrggbb. */
export const ColorField = ({ id, value = '', onChange, taken }: Props) => {
  const { t } = useTranslation()
  const choose = (color: string) => onChange?.(color)
  return (
    <div className={styles.field}>
      <div className={styles.swatches}>
        {QUEUE_COLORS.map((color) => (
          <button
            key={color}
            type="button"
            className={styles.swatch}
            style={{ background: color }}
            aria-label={t('common:color.choose', { color })}
            aria-pressed={value.toLowerCase() === color}
            disabled={taken.includes(color)}
            onClick={() => choose(color)}
          >
            {value.toLowerCase() === color && <CheckOutlined />}
          </button>
        ))}
      </div>
      <div className={styles.own}>
        <input
          type="color"
          aria-label={t('common:color.own')}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#888888'}
          onChange={({ target }) => choose(target.value)}
        />
        <Input
          {...(id === undefined ? {} : { id })}
          value={value}
          maxLength={9}
          onChange={({ target }) => choose(target.value.trim())}
        />
      </div>
    </div>
  )
}
