import { type PointerEvent, useLayoutEffect, useRef } from 'react'
import styles from './picture-viewer.module.css'

interface Props {
  readonly url: string
  /** what is on it, for who cannot see it */
  readonly text: string
  /** 1 = as large as the window allows */
  readonly zoom: number
  readonly onZoom: (step: 1 | -1) => void
  /** between the whole picture and a part of it */
  readonly onSwitch: () => void
}

/** A picture that is enlarged by the wheel or a double click, and moved by dragging. What was in the middle stays there. */
export const ZoomedPicture = ({ url, text, zoom, onZoom, onSwitch }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = element
    const grown = zoom / before.current
    before.current = zoom
    element.scrollLeft = (scrollLeft + clientWidth / 2) * grown - clientWidth / 2
    element.scrollTop = (scrollTop + clientHeight / 2) * grown - clientHeight / 2
  }, [zoom])
  const drag = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return
    frame.current?.scrollBy(-event.movementX, -event.movementY)
  }
  const side = `${zoom * 100}%`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons and keys of the viewer do the same
    <div
      ref={frame}
      className={styles.frame}
      data-zoomed={zoom > 1}
      onPointerMove={drag}
      onDoubleClick={onSwitch}
      onWheel={({ deltaY }) => deltaY !== 0 && onZoom(deltaY < 0 ? 1 : -1)}
    >
      <img src={url} alt={text} draggable={false} style={{ width: side, height: side }} />
    </div>
  )
}
