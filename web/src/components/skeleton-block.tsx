import Skeleton from 'antd/es/skeleton/index.js'

/** A part of a page that is still being read, in its size. `height`: CSS height. */
export const SkeletonBlock = ({ height }: { height: number | string }) => (
  <Skeleton.Node active styles={{ root: { display: 'block' }, content: { width: '100%', height } }} />
)
