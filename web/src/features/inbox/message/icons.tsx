import RollbackOutlined from '@ant-design/icons/es/icons/RollbackOutlined'
import type { ComponentProps } from 'react'

type Icon = ComponentProps<typeof RollbackOutlined>

/** Answers a message: an arrow that turns back, as in WhatsApp. */
export const ReplyIcon = (props: Icon) => <RollbackOutlined {...props} />

/** Sends a message on to somebody else: the arrow of an answer, the other way round. */
export const ForwardIcon = (props: Icon) => (
  <RollbackOutlined {...props} style={{ ...props.style, transform: 'scaleX(-1)' }} />
)
