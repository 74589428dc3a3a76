import i18next from 'i18next'
import { Component, type ReactNode } from 'react'
import { ErrorState } from './error-state.js'

interface Props {
  readonly children: ReactNode
}

/** Keeps a failing page from taking the whole app away. (React knows boundaries as classes only.) */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorState text={i18next.t('common:error.page')} onRetry={() => this.setState({ failed: false })} />
    )
  }
}
