import Image from 'antd/es/image/index.js'

interface Props {
  readonly url: string
  /** what is on it, for who cannot see it */
  readonly text: string
  readonly onClose: () => void
}

/** A picture over the whole window, to enlarge and turn. */
export const PictureViewer = ({ url, text, onClose }: Props) => (
  <Image
    src={url}
    alt={text}
    // only the opened picture is wanted: the small one stands in the message already
    wrapperStyle={{ display: 'none' }}
    preview={{ open: true, src: url, onOpenChange: (open) => (open ? undefined : onClose()) }}
  />
)
