import type { Records } from '@guiche/contracts/records/index.js'
import { VIDEO_ORIGIN } from '@guiche/contracts/records/kinds/link.js'
import type { ShownRecord } from '@guiche/contracts/records/shapes.js'
import Modal from 'antd/es/modal/index.js'
import { ForeignFrame } from '../../components/foreign-frame.js'
import styles from './helps.module.css'

export type HelpVideo = ShownRecord<Records['help']>

/** Plays a help video, without cookies of the player. */
export const VideoDialog = ({
  help: { title, video, description },
  onClose,
}: {
  readonly help: HelpVideo
  readonly onClose: () => void
}) => (
  <Modal open footer={null} width={960} title={title} onCancel={onClose}>
    <div className={styles.player}>
      <ForeignFrame
        name={title}
        address={`${VIDEO_ORIGIN}/embed/${video}?rel=0`}
        outside={`https://www.youtube.com/watch?v=${video}`}
        tellsOrigin
      />
    </div>
    {description !== '' && <p className={styles.text}>{description}</p>}
  </Modal>
)
