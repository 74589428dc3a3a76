import AutoComplete from 'antd/es/auto-complete/index.js'
import Button from 'antd/es/button/index.js'
import ColorPicker from 'antd/es/color-picker/index.js'
import Space from 'antd/es/space/index.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { QUEUE_COLORS } from '../../theme/tokens.js'
import { ColorDot } from '../color-dot.js'

interface Props {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (color: string) => void
  /** colours in use elsewhere, in lower case: not offered */
  readonly taken: readonly string[]
}

/** A colour: of the palette, of the colour picker, or typed as #rrggbb. */
export const ColorField = ({ value = '', onChange, taken, ...given }: Props) => {
  const { t } = useTranslation()
  const colors = QUEUE_COLORS.filter((color) => !taken.includes(color))
  /** antd gives the inputs no accessible names */
  const nameInputs = (panel: HTMLElement | null): void => {
    panel?.querySelector('[role=slider]')?.setAttribute('aria-label', t('common:color.hue'))
    panel?.querySelector('input')?.setAttribute('aria-label', '#rrggbb')
  }
  return (
    <Space.Compact>
      <ColorPicker
        value={/^#([0-9a-f]{3,4}){1,2}$/i.test(value) ? value : '#888888'}
        onChange={(color) => onChange?.(color.toHexString())}
        presets={[{ key: 'palette', label: t('common:color.palette'), colors }]}
        panelRender={(panel) => <div ref={nameInputs}>{panel}</div>}
        disabledFormat
        disabledAlpha
      >
        <Button aria-label={t('common:color.own')}>
          <ColorDot color={value} label="" />
        </Button>
      </ColorPicker>
      <AutoComplete
        {...given}
        value={value}
        onChange={(color: string) => onChange?.(color.trim())}
        options={colors.map((color) => ({ value: color, label: <ColorDot color={color} label={color} /> }))}
        style={{ width: 160 }}
      />
    </Space.Compact>
  )
}
