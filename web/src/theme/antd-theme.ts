import type { ThemeConfig } from 'antd'
import dark from 'antd/es/theme/themes/dark/index.js'
import { DENSITIES, type Density, FONT, MONO, PALETTES, type Scheme, SIZES } from './tokens.js'

/** The tokens in Ant Design's words. `still`: the person asked for less motion. */
export const antdTheme = (scheme: Scheme, density: Density, still: boolean): ThemeConfig => {
  const p = PALETTES[scheme]
  const { control } = DENSITIES[density]
  return {
    algorithm: scheme === 'dark' ? dark : undefined,
    cssVar: { key: 'guiche' },
    hashed: false,
    token: {
      motion: !still,
      colorPrimary: p.brand,
      colorPrimaryHover: p.brandHover,
      colorPrimaryActive: p.brandActive,
      colorLink: p.brandInk,
      colorLinkHover: p.brandHover,
      colorInfo: p.open.solid,
      colorSuccess: p.good.solid,
      colorWarning: p.waiting.solid,
      colorError: p.failed.solid,
      colorErrorText: p.failed.ink,
      colorText: p.text,
      colorTextSecondary: p.textMuted,
      colorTextTertiary: p.textFaint,
      colorTextDescription: p.textMuted,
      colorTextPlaceholder: p.textFaint,
      colorTextLightSolid: p.onBrand,
      colorBgLayout: p.ground,
      colorBgContainer: p.surface,
      colorBgElevated: p.raised,
      colorBgMask: p.backdrop,
      colorBorder: p.edge,
      colorBorderSecondary: p.line,
      colorSplit: p.line,
      controlItemBgActive: p.brandSoft,
      controlItemBgHover: p.sunken,
      fontFamily: FONT,
      fontFamilyCode: MONO,
      fontSize: SIZES.text,
      borderRadius: SIZES.radius,
      borderRadiusSM: SIZES.radiusSmall,
      borderRadiusLG: SIZES.radiusLarge,
      controlHeight: control,
      controlOutlineWidth: 2,
      wireframe: false,
      motionDurationFast: '0.1s',
      motionDurationMid: '0.14s',
      motionDurationSlow: '0.18s',
      boxShadow: p.shadowRaised,
      boxShadowSecondary: p.shadowRaised,
    },
    components: {
      Button: {
        fontWeight: 500,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        defaultBorderColor: p.edge,
      },
      Table: {
        headerBg: p.surface,
        headerColor: p.textMuted,
        headerSplitColor: 'transparent',
        rowHoverBg: p.sunken,
        borderColor: p.line,
        cellPaddingBlock: density === 'compact' ? 8 : 13,
      },
      Tooltip: { colorBgSpotlight: p.tooltip, colorTextLightSolid: PALETTES.light.surface },
      Modal: { titleFontSize: SIZES.textLarge },
      Form: { labelColor: p.textMuted, verticalLabelPadding: '0 0 4px', itemMarginBottom: 18 },
    },
  }
}
