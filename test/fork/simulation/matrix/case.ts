import type { Address, Hex } from '@vaultwright/base'
import type { LeafTree, ManagerState } from '@vaultwright/manager'
import type { Simulation } from '@vaultwright/outcome'
import type { MatrixWorld, Transaction } from './world.ts'

/** One row of the acceptance matrix. */
export type MatrixCase = {
  readonly name: string
  readonly make: (world: MatrixWorld) => Made
  /** The chain's refusal; null if it is accepted. */
  readonly refused: Refused | null
  /** A further check of a simulation. */
  readonly check?: (simulation: Simulation, world: MatrixWorld) => void
}

/** The chain's refusal of a case. */
export type Refused = {
  /** The error by name, `Error` for a text. */
  readonly error: string
  readonly arguments?: Readonly<Record<string, unknown>>
  /**
   * The certainty of the forecast: by name and arguments; as a refusal without a name; as one of
   * several that may come; not at all, because it is not a batch.
   */
  readonly foreseen: 'certain' | 'unnamed' | 'possible' | 'no batch'
  /** The failing call; null when none is to blame. */
  readonly path: readonly number[] | null
}

/** The transaction, and the toolkit's facts about it. */
export type Made = {
  /** The caller of the Manager. Default: the strategist. */
  readonly from?: Address
  /** Local ETH's own when not said. */
  readonly manager?: Address
  /** The batch. */
  readonly data: Hex
  /** The transaction, where the batch is wrapped in another call. */
  readonly wrapped?: (world: MatrixWorld) => Promise<Transaction>
  /** The caller's tree; null when only his root is known. */
  readonly tree: LeafTree | null
  /** The tree of the Manager's own root. */
  readonly managerTree?: LeafTree
  readonly lender?: NonNullable<ManagerState['lender']>
  /** The transactions before. */
  readonly before?: readonly Transaction[]
}

const prefix = 'ManagerWithMerkleVerification__'

/** The Manager's own errors, with how surely they are foreseen. */
export const refusals = {
  unproven: (...path: number[]) => certain(`${prefix}FailedToVerifyManageProof`, path),
  silent: (...path: number[]) => ({ ...certain('FailedInnerCall', path), arguments: {} }),
  unauthorized: (...path: number[]): Refused => ({
    ...certain('Error', path),
    arguments: { message: 'UNAUTHORIZED' },
  }),
  paused: { ...certain(`${prefix}Paused`, []), arguments: {} },
  named: (name: string, ...path: number[]): Refused => certain(name, path),
  own: (name: string, ...path: number[]): Refused => certain(`${prefix}${name}`, path),
  possible: (error: string, ...path: number[]): Refused => ({
    error,
    foreseen: 'possible',
    path: path.length === 0 ? null : path,
  }),
  unnamed: (error: string, ...path: number[]): Refused => ({ error, foreseen: 'unnamed', path }),
  direct: (error: string, args: Refused['arguments'] = {}): Refused => ({
    error,
    arguments: args,
    foreseen: 'no batch',
    path: null,
  }),
} as const

function certain(error: string, path: readonly number[]): Refused {
  return { error, foreseen: 'certain', path: path.length === 0 ? null : path }
}
