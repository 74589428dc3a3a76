/** An engine that runs for these tests alone. */
export interface StartedEngine {
  /** as its variable takes it */
  readonly address: string
  stop(): Promise<void>
}

export interface Containers {
  /** how an engine is started, by the name of its variable */
  readonly starters: Readonly<Record<string, () => Promise<StartedEngine>>>
  dockerAnswers(): Promise<boolean>
}

export const serveEngines: (
  load: () => Promise<Containers>,
) => Promise<{ readonly url: string; close(): Promise<void> }>
