// @ts-check
const SVG = 'http://www.w3.org/2000/svg'

/** Outlines on a field of 24 by 24. */
const PATHS = {
  clip: 'M20 11.5l-8 8a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7L9.7 17.200a1.7 1.7 0 0 1-2.4-2.400L15 7',
  mic: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.500V21',
  stop: 'M7 7h10v10H7z',
  reply: 'M9 7l-5 5 5 5M4 12h10a6 6 0 0 1 6 6v1',
  smile: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14.500a4.5 4.5 0 0 0 7 0M9 9.500v.5M15 9.500v.5',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  bin: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  ear: 'M4 14v-2a8 8 0 0 1 16 0v2M4 14h3v6H5.500A1.5 1.5 0 0 1 4 18.500zM20 14h-3v6h1.500a1.5 1.5 0 0 0 1.5-1.500z',
  cross: 'M6 6l12 12M18 6L6 18',
}

/** A small picture, of the size of the text beside it; whoever shows it says in words what it means.
 * @param {keyof typeof PATHS} name */
export const icon = (name) => {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('class', 'icon')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', PATHS[name])
  svg.append(path)
  return svg
}
