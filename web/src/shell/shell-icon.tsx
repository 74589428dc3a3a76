import BgColorsOutlined from '@ant-design/icons/es/icons/BgColorsOutlined'
import LaptopOutlined from '@ant-design/icons/es/icons/LaptopOutlined'
import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'

const ICONS = {
  palette: SearchOutlined,
  shortcuts: QuestionCircleOutlined,
  undo: UndoOutlined,
  profile: UserOutlined,
  scheme: BgColorsOutlined,
  'system-theme': LaptopOutlined,
  leave: LogoutOutlined,
} as const
/** The commands of every page. */
export type ShellCommand = keyof typeof ICONS

/** The icon of a command that every page has. */
export const ShellIcon = ({ of }: { readonly of: ShellCommand }) => {
  const Icon = ICONS[of]
  return <Icon />
}
