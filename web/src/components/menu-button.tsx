import type { MenuProps } from 'antd'
import Dropdown from 'antd/es/dropdown/index.js'
import { type ReactNode, useState } from 'react'
import { IconButton } from './icon-button.js'

interface Props {
  /** subject of the menu: name for screen readers, and hint */
  readonly label: string
  readonly menu: MenuProps
  /** the icon */
  readonly children: ReactNode
  readonly placement?: 'bottomLeft' | 'bottomRight'
}

/** A round button that opens a menu, with its open state for screen readers. */
export const MenuButton = ({ label, menu, children, placement = 'bottomLeft' }: Props) => {
  const [open, setOpen] = useState(false)
  return (
    <Dropdown trigger={['click']} open={open} onOpenChange={setOpen} menu={menu} placement={placement}>
      <IconButton label={label} aria-haspopup="menu" aria-expanded={open}>
        {children}
      </IconButton>
    </Dropdown>
  )
}
