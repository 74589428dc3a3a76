import { DENSITIES, FONT, MONO, MOTION, PALETTES, type Palette, type Scheme, SIZES } from './tokens.js'

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const colours = (palette: Palette): string =>
  Object.entries(palette)
    .flatMap(([name, value]: [string, string | Record<string, string>]) =>
      typeof value === 'string'
        ? [`--g-${kebab(name)}: ${value};`]
        : Object.entries(value).map(([part, colour]) => `--g-${kebab(name)}-${part}: ${colour};`),
    )
    .join('\n  ')

const scheme = (name: Scheme): string =>
  `:root[data-theme='${name}'] {\n  color-scheme: ${name};\n  ${colours(PALETTES[name])}\n}`

/** The tokens as a stylesheet: colours by `data-theme`, sizes by `data-density` of the root element. */
export const themeCss = (): string => `:root {
  --g-font: ${FONT};
  --g-mono: ${MONO};
  ${Object.entries(SIZES)
    .map(([name, pixels]) => `--g-${kebab(name)}-size: ${pixels}px;`)
    .join('\n  ')}
  --g-fast: ${MOTION.fast}ms;
  --g-normal: ${MOTION.normal}ms;
}
${Object.entries(DENSITIES)
  .map(
    ([name, { control, row, gap }]) =>
      `${name === 'comfortable' ? ':root' : `:root[data-density='${name}']`} {\n  --g-control: ${control}px;\n  --g-row: ${row}px;\n  --g-gap: ${gap}px;\n}`,
  )
  .join('\n')}
${scheme('light')}
${scheme('dark')}
@media (prefers-reduced-motion: reduce) {
  :root {
    --g-fast: 0ms;
    --g-normal: 0ms;
  }
}
`
