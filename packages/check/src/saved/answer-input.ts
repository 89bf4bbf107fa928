import type { Address } from '@vaultwright/base'
import { printHex } from '@vaultwright/base'
import { parseResponse } from '@vaultwright/client'
import type { TreeFile } from '@vaultwright/formats'
import { rootOf } from '@vaultwright/merkle'
import { chainOf } from '@vaultwright/registry'
import type { OperationName, ResponseOf } from '@vaultwright/wire'
import type { ActingStrategist } from '../built/build-trees.ts'
import type { BuiltAt } from '../built/check-answer.ts'
import type { KnownReview } from '../review/check-review.ts'
import { type AnswerReason, reasonOf } from '../verdict/verdict.ts'
import { type RootInForce, rootReasons, type WitnessRun } from './evidence-reason.ts'
import { isForVault, type SavedRequest } from './request.ts'

/** By what an answer is checked: what you asked for, and what you hold yourself. */
export type AnswerInputs = {
  /** As the client took it; null when it is not known. */
  readonly request: SavedRequest | null
  /** The strategist's; null when it is not known. */
  readonly tree: TreeFile | null
  /** The tree of the Manager's own root, for what runs inside flash loans; null when it is not known. */
  readonly managerTree: TreeFile | null
  /** The answer with the quote that a market transaction is of, as text; null when it is not known. */
  readonly quote: string | null
  /** The answer with the days that a performance is of, as text; null when it is not known. */
  readonly days: string | null
  /** The answer with the accounts of a vault on Solana, as text; null when it is not known. */
  readonly accounts: string | null
  /** When the answer was saved, or is checked. */
  readonly nowUnix: number
  /** Of what is held against a tree: the root that a proof or a node says is in force; left out where none was asked. */
  readonly rootInForce?: RootInForce
  /** Of a simulation: the run of its witness; left out where there is none. */
  readonly witnessRun?: WitnessRun
  /** Of a review: what its file cannot prove; left out where nothing is known. */
  readonly review?: KnownReview
}

/** Gives the reasons of an answer; its text is the body as the service sent it. */
export type AnswerReasons = (text: string, inputs: AnswerInputs) => readonly AnswerReason[]

/** Reads an answer by the schema of its operation. @throws {MalformedResponseError} */
export function read<Name extends OperationName>(name: Name, text: string): ResponseOf<Name> {
  return parseResponse(name, { status: 200, header: () => null, text })
}

/** The name of the input that a check needs of the request. */
export const requestOption = 'what was asked for (--request)'

/** Says that an input is missing. */
export function notGiven(what: string): AnswerReason {
  return reasonOf('open', 'not_given', `Give ${what}: without it this cannot be told.`)
}

/** Runs a check where the tree says for whom it is; what is missing leaves the answer open. */
export function withPlace(
  { request, tree, managerTree, rootInForce }: AnswerInputs,
  check: (at: BuiltAt) => readonly AnswerReason[],
): readonly AnswerReason[] {
  if (tree === null) return [notGiven("the strategist's tree (--tree)")]
  const { vault, manager } = tree.metadata
  if (vault === null || manager === null)
    return [notGiven('a tree file that names its vault and its Manager')]
  const place = placeOf(tree, { request, managerTree, vault, manager })
  const isChainKnown = request === null || place.chainId !== null
  return [
    ...(isChainKnown ? [] : [notGiven('a request with the `chain`, by a name that is on record')]),
    ...(request === null ? [] : vaultReasons(request, vault)),
    ...check({ place, trees: { file: tree, managerFile: managerTree } }),
    ...rootReasons(rootInForce, place, request),
  ]
}

type PlaceInputs = {
  readonly request: SavedRequest | null
  readonly managerTree: TreeFile | null
  readonly vault: Address
  readonly manager: Address
}

function placeOf(
  tree: TreeFile,
  { request, managerTree, vault, manager }: PlaceInputs,
): ActingStrategist {
  const chain = request?.chain ?? ''
  return {
    chain,
    chainId: chainOf(chain)?.id ?? null,
    vaultName: '',
    vault,
    manager,
    strategist: (request?.strategist_address ?? vault) as Address,
    strategistName: null,
    root: printHex(rootOf(tree.tree.tree)),
    managerRoot: managerTree === null ? null : printHex(rootOf(managerTree.tree.tree)),
  }
}

/** Says that an answer is of another vault than was asked for. */
export function vaultReasons(request: SavedRequest, vault: string): readonly AnswerReason[] {
  if (isForVault(request, vault)) return []
  const address = request.vault_address
  return [reasonOf('no', 'not_asked', `You asked for vault ${address}, and this is of ${vault}.`)]
}
