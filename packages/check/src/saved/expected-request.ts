import { type Address, BaseError, isAddressText, isSameAddress } from '@vaultwright/base'
import { readBatch } from '@vaultwright/manager'
import { chainOf, type UnitLookup } from '@vaultwright/registry'
import type { SignedCall } from '@vaultwright/safe'
import { compareActions, type RequestComparison } from '../built/action-comparison.ts'
import {
  isForVault,
  requestedActionsOf,
  requestedCalldataOf,
  type SavedRequest,
} from './request.ts'

/** The facts about calls that are held against a request; null where they are not known. */
export type ExpectedContext = {
  readonly chainId: number | null
  readonly vault: Address | null
  /** The strategist, whose transaction it is. */
  readonly sender: Address | null
  /** Decimals to compare by. */
  readonly units: UnitLookup
}

/** The calls of what people sign: a batch of a Manager has its own inside. */
export type ExpectedCall = {
  readonly path: string
  readonly call: Pick<SignedCall, 'kind' | 'to' | 'data' | 'children' | 'problem'>
}

/**
 * Compares calls with the request that their sender says they are of, field by field: chain, vault, strategist, and
 * each action with its parameters. An approval may stand beside them as far as an action takes it.
 *
 * @param calls - every layer, the outermost first.
 * @throws errors as `readBatch` for a batch that cannot be read.
 */
export function compareWithRequest(
  calls: readonly ExpectedCall[],
  request: SavedRequest,
  context: ExpectedContext,
): RequestComparison {
  const parts = [placeComparison(request, context), callComparison(calls, request, context)]
  return {
    problems: parts.flatMap(({ problems }) => problems),
    notes: parts.flatMap(({ notes }) => notes),
    uncompared: parts.flatMap(({ uncompared }) => uncompared),
  }
}

function placeComparison(
  request: SavedRequest,
  { chainId, vault, sender }: ExpectedContext,
): RequestComparison {
  const problems: string[] = []
  const uncompared: string[] = []
  const { chain, vault_address: account, strategist_address: strategist } = request
  const requestedChain = chain === undefined ? null : (chainOf(chain)?.id ?? null)
  if (requestedChain === null || chainId === null)
    uncompared.push(
      requestedChain === null
        ? `chain ${chain ?? 'is not in the request'}: not compared.`
        : `chain ${chain} is not compared: which chain the calldata is for is not known.`,
    )
  else if (requestedChain !== chainId)
    problems.push(`You asked for chain ${chain}; this is for chain ${chainId}.`)
  if (account !== undefined && vault === null)
    uncompared.push(`vault_address ${account} is not compared: the vault is not known here.`)
  else if (vault !== null && !isForVault(request, vault))
    problems.push(`You asked for vault_address ${account}; this is of ${vault}.`)
  if (strategist !== undefined && sender === null)
    uncompared.push(`strategist_address ${strategist} is not compared: who sends it is not known.`)
  else if (strategist !== undefined && sender !== null) {
    const isSame = isAddressText(strategist) && isSameAddress(strategist, sender)
    if (!isSame)
      problems.push(`You asked for strategist_address ${strategist}; ${sender} sends it.`)
  }
  return { problems, notes: [], uncompared }
}

function callComparison(
  layers: readonly ExpectedCall[],
  request: SavedRequest,
  { vault: knownVault, units }: ExpectedContext,
): RequestComparison {
  const batches = layers.filter(({ call }) => call.kind === 'manager_batch')
  const foreign = layers.flatMap(({ path, call: { kind, children, problem } }) => {
    const place = path === '' ? 'the call' : `call ${path}`
    if (problem !== null)
      return [`What ${place} does cannot be read: it is not what you asked for.`]
    // A wrapper does nothing but make the calls inside.
    const isBeside = kind === 'call' || (kind === 'admin_call' && children.length === 0)
    return isBeside ? [`You did not ask for ${place}, which is in no batch.`] : []
  })
  const calldata = requestedCalldataOf(request)
  if (calldata !== null) {
    const [only] = batches
    const isSame = batches.length === 1 && only!.call.data.toLowerCase() === calldata.toLowerCase()
    const problems = isSame ? foreign : ['You asked for other calldata.', ...foreign]
    return { problems, notes: [], uncompared: [] }
  }
  const actions = requestedActionsOf(request)
  if (actions === null) throw new ExpectedRequestError()
  const vault = knownVault ?? request.vault_address
  if (vault === undefined || !isAddressText(vault))
    return {
      problems: foreign,
      notes: [],
      uncompared: ['No action is compared: the vault is not known. Give the tree that names it.'],
    }
  const calls = batches.flatMap(
    ({ call: { data, to } }) => readBatch(data, to === null ? {} : { manager: to }).calls,
  )
  const compared = compareActions(calls, actions, { vault, units })
  const isLoan = calls.some(({ loan }) => loan !== null)
  return {
    ...compared,
    problems: [...compared.problems, ...foreign],
    uncompared: [
      ...compared.uncompared,
      ...(isLoan ? ['The calls inside its flash loan are not compared with your request.'] : []),
    ],
  }
}

/** A request asks for nothing that calldata can be compared with. */
class ExpectedRequestError extends BaseError {
  override readonly code = 'expected_request'
  override readonly kind = 'invalid_input'

  constructor() {
    super({
      message:
        'The request asks for no action and gives no calldata. Give the request of a build or of a simulation.',
      facts: {},
    })
  }
}
