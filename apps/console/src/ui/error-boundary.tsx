import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** In the place of children that threw. `retry` renders them again; `again`: that has been tried. */
  fallback: (retry: () => void, again: boolean) => ReactNode;
  /** Values whose change renders the children again: what they threw for may be over. Functions do not count. */
  resetOn?: object;
}

interface State {
  failed: boolean;
  again: boolean;
}

/** Keeps what its children throw from everything beside and above it. React reports the error in the browser's log. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, again: false };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  override componentDidUpdate({ resetOn: before = {} }: ErrorBoundaryProps) {
    const earlier = new Map(Object.entries(before));
    const isOther = ([key, value]: [string, unknown]) => typeof value !== 'function' && value !== earlier.get(key);
    if (this.state.failed && Object.entries(this.props.resetOn ?? {}).some(isOther))
      this.setState({ failed: false, again: false });
  }

  override render() {
    const { failed, again } = this.state;
    const retry = () => this.setState({ failed: false, again: true });
    return failed ? this.props.fallback(retry, again) : this.props.children;
  }
}
