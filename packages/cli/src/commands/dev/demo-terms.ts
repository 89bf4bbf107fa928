import type { ServiceOptions } from '../../command/service.ts'

/** Options of `dev serve`. */
export type DemoOptions = ServiceOptions & {
  readonly port: number | undefined
  readonly 'chain-port': number | undefined
  readonly quiet: boolean
}

/** Does a step, and prints a line with its seconds. */
export type StepTimer = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>
