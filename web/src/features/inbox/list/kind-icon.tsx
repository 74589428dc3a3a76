import AudioOutlined from '@ant-design/icons/es/icons/AudioOutlined'
import CameraOutlined from '@ant-design/icons/es/icons/CameraOutlined'
import EnvironmentOutlined from '@ant-design/icons/es/icons/EnvironmentOutlined'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import PhoneOutlined from '@ant-design/icons/es/icons/PhoneOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import VideoCameraOutlined from '@ant-design/icons/es/icons/VideoCameraOutlined'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { WordlessKind } from '@guiche/contracts/views/ticket.js'
import type { AriaAttributes, ComponentType } from 'react'
import { useKindLabel } from '../message/use-kind-label.js'

const ICONS: {
  readonly [K in WordlessKind]?: ComponentType<Pick<AriaAttributes, 'aria-hidden' | 'aria-label'>>
} = {
  image: CameraOutlined,
  video: VideoCameraOutlined,
  audio: AudioOutlined,
  voice: AudioOutlined,
  application: PaperClipOutlined,
  locationMessage: EnvironmentOutlined,
  contactMessage: UserOutlined,
  call_log: PhoneOutlined,
}

/** Icon of the last message's kind, or of the file with its text; nothing for a text alone. */
export const KindIcon = ({
  lastMessageType,
  lastMessageFile,
}: Pick<TicketRecord, 'lastMessageType' | 'lastMessageFile'>) => {
  const kindLabel = useKindLabel()
  const kind = lastMessageType ?? lastMessageFile
  const Icon = kind === null ? undefined : ICONS[kind]
  if (kind === null || Icon === undefined) return null
  // decoration: the kind is also written beside the icon
  return (
    <>
      <Icon
        {...(kind === lastMessageFile ? { 'aria-label': kindLabel(kind) } : { 'aria-hidden': true })}
      />{' '}
    </>
  )
}
