// @ts-check
const SVG = 'http://www.w3.org/2000/svg'

/** SVG paths in a view box of 24 by 24. */
const PATHS = {
  mic: 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.500V21',
  stop: 'M7 7h10v10H7z',
  reply: 'M9 7l-5 5 5 5M4 12h10a6 6 0 0 1 6 6v1',
  smile: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14.500a4.5 4.5 0 0 0 7 0M9 9.500v.5M15 9.500v.5',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  bin: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  ear: 'M4 14v-2a8 8 0 0 1 16 0v2M4 14h3v6H5.500A1.5 1.5 0 0 1 4 18.500zM20 14h-3v6h1.500a1.5 1.5 0 0 0 1.5-1.500z',
  plus: 'M12 5v14M5 12h14',
  back: 'M15 5l-7 7 7 7',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400M17.600 17.600L19 19M19 5l-1.400 1.400M6.400 17.600L5 19',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  people:
    'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM3 19a6 6 0 0 1 12 0M16 5.500a3 3 0 0 1 0 5.500M18 14a6 6 0 0 1 3 5',
  phone: 'M6 3l3 1 1 4-2 2a11 11 0 0 0 6 6l2-2 4 1 1 3-2 3A17 17 0 0 1 3 5z',
  camera: 'M3 7h11v10H3zM14 11l7-4v10l-7-4',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  cross: 'M6 6l12 12M18 6L6 18',
}

/**
 * An icon of the size of the text beside it. Screen readers skip the icon, so the caller needs a text.
 * @param {keyof typeof PATHS} name
 */
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
