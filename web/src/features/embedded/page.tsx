import ApartmentOutlined from '@ant-design/icons/es/icons/ApartmentOutlined'
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import DatabaseOutlined from '@ant-design/icons/es/icons/DatabaseOutlined'
import LayoutOutlined from '@ant-design/icons/es/icons/LayoutOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import RobotOutlined from '@ant-design/icons/es/icons/RobotOutlined'
import type { EmbeddedPage } from '@guiche/contracts/settings/settings.js'
import type { ComponentType } from 'react'
import { lazyPage } from '../../base/lazy-page.js'
import type { PageSpec } from '../../base/page.js'

const EmbeddedFrame = lazyPage(() => import('./embedded-frame.js').then((m) => m.EmbeddedFrame))
const AddressesPage = lazyPage(() => import('./addresses-page.js').then((m) => m.AddressesPage))

const embeddingPage = (embeds: EmbeddedPage, path: string, icon: ComponentType, place: number): PageSpec => ({
  path,
  label: `embedded:page.${embeds}`,
  embeds,
  icon,
  section: 'management',
  place,
  needs: 'user',
  full: true,
  Component: () => <EmbeddedFrame key={embeds} page={embeds} />,
})

/**
 * External pages inside the app, if the platform has set their addresses, and the page for these settings.
 */
export const pages: readonly PageSpec[] = [
  embeddingPage('embeddedBiolink', '/biolink', LinkOutlined, 20),
  embeddingPage('embeddedTypebot', '/typebot', RobotOutlined, 21),
  embeddingPage('embeddedN8n', '/n8n', ApartmentOutlined, 22),
  embeddingPage('embeddedBaserow', '/baserow', DatabaseOutlined, 23),
  embeddingPage('embeddedAdvanced', '/atendimentosavançados', AppstoreOutlined, 24),
  {
    path: '/embedded-pages',
    label: 'embedded:title',
    icon: LayoutOutlined,
    section: 'administration',
    place: 30,
    needs: 'super',
    Component: AddressesPage,
  },
]
