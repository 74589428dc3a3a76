import Popover from 'antd/es/popover/index.js'
import { type ReactNode, useCallback, useState } from 'react'
import { IconButton } from '../../../components/icon-button.js'
import { useEscape } from '../use-escape.js'

interface Props {
  readonly icon: ReactNode
  /** its action: tooltip, and name for screen readers */
  readonly label: string
  readonly placement: 'topLeft' | 'topRight'
  /** content, rendered while open */
  readonly children: () => ReactNode
}

/** An icon button that opens a popover; Escape closes the popover. */
export const IconPopover = ({ icon, label, placement, children }: Props) => {
  const [open, setOpen] = useState(false)
  useEscape(
    open,
    useCallback(() => setOpen(false), []),
  )
  return (
    <Popover
      trigger="click"
      destroyOnHidden
      placement={placement}
      open={open}
      onOpenChange={setOpen}
      // never empty: a popover without content does not open
      content={<div>{open && children()}</div>}
    >
      <IconButton label={label} aria-expanded={open}>
        {icon}
      </IconButton>
    </Popover>
  )
}
