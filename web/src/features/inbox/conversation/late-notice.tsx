import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import Button from 'antd/es/button/index.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './message-list.module.css'

interface Props {
  readonly count: number
  /** id of the first of these messages, which the notice leads to */
  readonly first: string
  readonly onShow: (id: string) => void
}

/** Says that messages have arrived above the messages already read, and leads there. */
export const LateNotice = ({ count, first, onShow }: Props) => {
  const { t } = useTranslation()
  return (
    <div className={styles.late} role="status">
      <Button shape="round" icon={<UpOutlined />} onClick={() => onShow(first)}>
        {t('inbox:conversation.late', { count })}
      </Button>
    </div>
  )
}
