import Spin from 'antd/es/spin/index.js'

/** A part that is still being loaded. */
export const Waiting = () => (
  <div style={{ display: 'grid', placeItems: 'center', minHeight: 96, minWidth: 96 }}>
    <Spin />
  </div>
)
