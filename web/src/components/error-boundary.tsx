import i18next from 'i18next'
import { Component, type ReactNode } from 'react'
import { PartNotFetched } from '../base/lazy-page.js'
import { ErrorState } from './error-state.js'

interface Props {
  readonly children: ReactNode
}

/** Keeps a failing page from replacing the whole app. (React has boundaries only as classes.) */
export class ErrorBoundary extends Component<Props, { failure: unknown }> {
  override state: { readonly failure: unknown } = { failure: null }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? 'nothing was said' }
  }

  readonly retry = (): void => {
    if (this.state.failure instanceof PartNotFetched) location.reload()
    else this.setState({ failure: null })
  }

  override render() {
    if (this.state.failure === null) return this.props.children
    return <ErrorState text={i18next.t('common:error.page')} onRetry={this.retry} />
  }
}
