import type { Address, Hex } from '@vaultwright/base'
import { printUnits } from '@vaultwright/base'
import { callContextOf } from '@vaultwright/protocols'
import {
  joinNames,
  joinUnits,
  knownVaultOf,
  registryNames,
  registryUnits,
  type UnitLookup,
} from '@vaultwright/registry'
import { treeNames } from '@vaultwright/review'
import type { ExecuteMultipleResponse, TokenTransfer } from '@vaultwright/wire'
import { actorsOf, compareActions, type RequestedAction } from './action-comparison.ts'
import type { ActingStrategist, BuildTrees } from './build-trees.ts'
import { type BuiltCheck, type BuiltContext, checkBuilt } from './check-built.ts'

/** The place of a build, and the trees that it is proven against. */
export type BuiltAt = { readonly place: ActingStrategist; readonly trees: BuildTrees }

/** With what an answer is compared. */
type AnswerComparison = Pick<BuiltContext, 'compare' | 'reads'> & {
  /** Symbols and decimals that the service has said before: for words alone. */
  readonly wordUnits?: UnitLookup
  /** Accounts that were asked to act for the vault. */
  readonly drones?: readonly Address[]
}

/** Verifies what the service answered to a build of actions. */
export function checkAnswer(
  answer: ExecuteMultipleResponse,
  at: BuiltAt,
  asked: readonly RequestedAction[],
): BuiltCheck {
  return checkAnswerBy(answer, at, {
    compare: (calls, context) => compareActions(calls, asked, context),
    drones: actorsOf(asked, at.place.vault),
  })
}

/**
 * Verifies what the service answered to a build, against the tree of this page and what was asked for.
 *
 * Symbols and decimals that the service tells are used for words alone, never to compare.
 */
export function checkAnswerBy(
  answer: ExecuteMultipleResponse,
  { place, trees }: BuiltAt,
  { wordUnits = () => null, drones = [], ...comparison }: AnswerComparison,
): BuiltCheck {
  const { chainId, vault, manager } = place
  const { file, managerFile } = trees
  const callContext = {
    ...callContextOf(chainId, vault),
    drones,
    names: joinNames(registryNames(chainId), treeNames(file)),
    units: joinUnits(
      registryUnits(chainId),
      reportedUnits(answer.token_transfers ?? []),
      wordUnits,
    ),
  }
  return checkBuilt(
    { target: answer.target as Hex, calldata: answer.encoded_tx_data as Hex },
    {
      tree: file.tree,
      managerTree: managerFile?.tree ?? null,
      manager,
      vault,
      ...comparison,
      callContext,
      recordedManagers: chainId === null ? [] : (knownVaultOf(chainId, vault)?.managers ?? []),
      units: registryUnits(chainId),
    },
  )
}

/** Symbols and decimals as the service's own transfers have them. */
function reportedUnits(transfers: readonly TokenTransfer[]): UnitLookup {
  return (token: Address) => {
    const transfer = transfers.find(
      ({ token_address, amount }) =>
        token_address.toLowerCase() === token.toLowerCase() && amount !== null,
    )
    if (transfer === undefined) return null
    const { token: symbol, amount, raw_amount } = transfer
    for (let decimals = 0; decimals <= 36; decimals++) {
      const isOfThese = printUnits(BigInt(raw_amount), decimals) === amount
      // Zero is zero in every unit.
      if (isOfThese && BigInt(raw_amount) !== 0n) return { symbol, decimals, source: 'chain' }
    }
    return null
  }
}
