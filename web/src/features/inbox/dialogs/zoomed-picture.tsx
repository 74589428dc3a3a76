import { type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useReloading } from '../model/reloading.js'
import { createWheel } from '../model/wheel.js'
import styles from './picture-viewer.module.css'
import { ViewFailed } from './viewed-video.js'

interface Props {
  readonly url: string
  /** text alternative of the picture */
  readonly text: string
  /** 1 = fits the window */
  readonly zoom: number
  readonly onZoom: (step: 1 | -1) => void
  /** switches between the whole picture and a part of it */
  readonly onSwitch: () => void
}

/** A picture that the wheel or a double click zooms, and dragging moves. Zooming keeps the centre. */
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
  const onStep = useRef(onZoom)
  onStep.current = onZoom
  // a listener of our own, because only a non-passive one can prevent scrolling
  useEffect(() => {
    const element = frame.current
    const wheel = createWheel()
    const turned = (event: WheelEvent): void => {
      if (event.deltaY === 0) return
      event.preventDefault()
      const step = wheel(event)
      if (step !== 0) onStep.current(step)
    }
    element?.addEventListener('wheel', turned, { passive: false })
    return () => element?.removeEventListener('wheel', turned)
  }, [])
  const drag = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse' || event.buttons !== 1) return
    frame.current?.scrollBy(-event.movementX, -event.movementY)
  }
  const { failed, attempt, retry, onError } = useReloading(url)
  const side = `${zoom * 100}%`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons and keys of the viewer do the same
    <div
      ref={frame}
      className={styles.frame}
      data-zoomed={zoom > 1}
      onPointerMove={drag}
      onDoubleClick={onSwitch}
    >
      {failed ? (
        <ViewFailed onRetry={retry} />
      ) : (
        <img
          key={attempt}
          src={url}
          alt={text}
          draggable={false}
          style={{ width: side, height: side }}
          onError={onError}
        />
      )}
    </div>
  )
}
