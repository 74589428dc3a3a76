import AudioOutlined from '@ant-design/icons/es/icons/AudioOutlined'
import CameraOutlined from '@ant-design/icons/es/icons/CameraOutlined'
import EnvironmentOutlined from '@ant-design/icons/es/icons/EnvironmentOutlined'
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import PhoneOutlined from '@ant-design/icons/es/icons/PhoneOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import VideoCameraOutlined from '@ant-design/icons/es/icons/VideoCameraOutlined'
import type { WordlessKind } from '@guiche/contracts/views/ticket.js'
import type { ComponentType } from 'react'

const ICONS: { readonly [K in WordlessKind]?: ComponentType } = {
  image: CameraOutlined,
  video: VideoCameraOutlined,
  audio: AudioOutlined,
  voice: AudioOutlined,
  application: PaperClipOutlined,
  locationMessage: EnvironmentOutlined,
  contactMessage: UserOutlined,
  call_log: PhoneOutlined,
}

/** A mark of what the last message is, before its name; nothing for a text. */
export const KindIcon = ({ kind }: { kind: WordlessKind | null }) => {
  const Icon = kind === null ? undefined : ICONS[kind]
  return Icon === undefined ? null : (
    <>
      <Icon />{' '}
    </>
  )
}
