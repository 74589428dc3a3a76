import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import type { ComponentProps } from 'react'

type Icon = ComponentProps<typeof RollbackOutlined>

/** Reply to a message: an arrow that turns back, as in WhatsApp. */
export const ReplyIcon = (props: Icon) => <RollbackOutlined {...props} />

/** Forwards a message: the reply arrow, mirrored. */
export const ForwardIcon = (props: Icon) => (
  <RollbackOutlined {...props} style={{ ...props.style, transform: 'scaleX(-1)' }} />
)
