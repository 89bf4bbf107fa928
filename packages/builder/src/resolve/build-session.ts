import type { ActionInputValues } from '@vaultwright/protocols'
import type { BuildContext } from '../permission/permission-index.ts'
import { openContractReader, type ReadContract } from '../read/contract-reader.ts'
import type { ActionRequest } from '../value/request.ts'
import type { ParameterProblem } from './problem.ts'
import { openUnitReader, type UnitReader } from './token-unit.ts'

/** The state of one build: the context, and one reader of the chain for all its questions. */
export type BuildSession = {
  readonly context: BuildContext
  /** Null when there is no chain to ask. */
  readonly readContract: ReadContract | null
  readonly unitOf: UnitReader
  /** The source of allowances: the chain; inside a flash loan earlier actions may have changed them. */
  readonly allowances: 'chain' | 'unknown'
}

/** Builds actions that run inside another, and gives what carries them. */
export type BuildInside = (
  requests: readonly ActionRequest[],
  loc: ParameterProblem['loc'],
) => Promise<{
  readonly problems: readonly ParameterProblem[]
  readonly data: ActionInputValues[string]
}>

/** Starts the session of one build. */
export function startBuild(context: BuildContext): BuildSession {
  const readContract = context.reads === null ? null : openContractReader(context.reads)
  return {
    context,
    readContract,
    unitOf: openUnitReader(context, readContract),
    allowances: 'chain',
  }
}

/**
 * Says what to do where only the chain could tell.
 *
 * @returns words for the middle of a sentence; those of the caller where there are some.
 */
export function chainHintOf({ context }: BuildSession): string {
  return context.chainHint ?? 'give a chain to read it from'
}
