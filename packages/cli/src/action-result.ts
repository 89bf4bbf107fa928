import type { BuildContext, Built } from '@vaultwright/builder'
import type { GroundWords, ReadWords } from './action-option.ts'
import type { RequestWords } from './action-request.ts'
import type { Simulated } from './simulated.ts'

/** What the command is called with. */
export type BuildWords = GroundWords &
  ReadWords &
  RequestWords & {
    readonly tree: string | undefined
    readonly 'manager-tree': string | undefined
    readonly from: string | undefined
    readonly now: string | undefined
    readonly simulate: boolean
    readonly safe: string | undefined
    readonly calldata: string | undefined
    readonly evidence: string | undefined
    readonly quiet: boolean
  }

/** What was built, for whom, and what came of it on the chain. */
export type BuiltHere = {
  readonly built: Built
  readonly isBatch: boolean
  readonly context: BuildContext
  /** Null when nobody said. */
  readonly chainId: number | null
  readonly simulated: Simulated | null
}
