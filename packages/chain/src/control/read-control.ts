import {
  type ControlContracts,
  type ControlHints,
  type ControlReading,
  type ControlWitness,
  controlWitnessOf,
  firstSlots,
  noHints,
  type PinnedCode,
  readControl,
  slotUnder,
} from '@vaultwright/access-control'
import { type Address, type Hex, isAddressText, zeroAddress } from '@vaultwright/base'
import { assertProvable } from '@vaultwright/evm'
import type { BlockRef } from '@vaultwright/outcome'
import { openProvenState } from '@vaultwright/proof'
import { multisigWalletAbi, safeAbi } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import type { Chain } from '../port/chain.ts'
import { headerRlpIn } from '../proven/header-rlp.ts'
import { openStateSource } from '../proven/proven-source.ts'
import { type ProofLimits, proofLimits, type WantedState } from '../proven/wanted.ts'
import { headerCall } from '../read/block.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { openBatchingRpc } from '../transport/batching-rpc.ts'
import { hintLogCall, hintsOfLogs, joinControlHints } from './control-hint.ts'

/** The control state of a block, and what proves it. */
export type ChainControl = {
  readonly reading: ControlReading
  readonly witness: ControlWitness
  /** False if the node refuses the logs: lists of holders are then not complete, unless storage says so. */
  readonly hasLogs: boolean
}

/** The most rounds of questions: what a chain of Safes needs that own each other. */
const mostRounds = 40
/** Links that are opened by searched slots in one round. */
const mostLinks = 32

/**
 * Reads who holds powers over a vault at one block, by proofs: each round brings what the last reading lacked, with
 * what the node hints that it will lack, so that a usual vault takes 6 round trips. Nothing of the node is believed.
 *
 * @param contracts - lower case.
 * @param strategists - accounts that may have a root, beside those that the logs name.
 * @throws {StateProofError} when what the node gives does not follow from the block's hash.
 * @throws {ChainNotProvableError} {NoProofsError} {ProofLimitError} {HeaderNotUnderstoodError}
 * @throws {VaultWithoutCodeError} {ForeignManagerError}
 */
export async function readControlState(
  chain: Pick<Chain, 'id' | 'rpc'>,
  {
    contracts,
    strategists = [],
    pinned = [],
    block,
    limits = controlLimits,
  }: {
    readonly contracts: ControlContracts
    readonly strategists?: readonly Address[]
    /** Codes that the caller vouches for. */
    readonly pinned?: readonly PinnedCode[]
    readonly block: BlockRef
    readonly limits?: ProofLimits
  },
): Promise<ChainControl> {
  assertProvable(chain.id)
  const rpc = openBatchingRpc(chain.rpc, { maxCalls: 5_000 })
  const blockCall = headerCall(block.hash)
  const [header] = await rpc.ask([blockCall])
  const state = openProvenState(headerRlpIn(block, blockCall, header), block.hash)
  const source = openStateSource(rpc, state, limits)
  const progress: Progress = {
    accountant: contracts.accountant,
    hints: {
      ...noHints,
      users: strategists.map((strategist) => [contracts.manager, strategist] as const),
    },
    accounts: new Set(),
    codes: new Set(),
    links: new Set(),
    guesses: new Set(),
    hasLogs: true,
  }
  for (let count = 0; ; count++) {
    const { hints } = progress
    const reading = readControl(state, { contracts, hints, pinned })
    const round = requestOf(reading, progress)
    const isDone = round.request.size === 0 && round.codes.length === 0
    if (isDone || count === mostRounds) {
      const witness = controlWitnessOf(state, { chainId: chain.id, hints, contracts })
      return { reading, witness, hasLogs: progress.hasLogs }
    }
    const calls = hintCallsOf(round.fresh, block)
    const [answers] = await Promise.all([
      calls.length === 0 ? [] : rpc.ask(calls),
      source.bringParts(round.request, round.codes),
    ])
    takeHints(answers, round.fresh, progress)
  }
}

/** The limits of one reading; a larger vault is refused by name. */
const controlLimits: ProofLimits = { ...proofLimits, slots: 40_000, accounts: 1_000 }

type Progress = {
  /** Its entries are assets, which hold no power. */
  readonly accountant: Address | null
  hints: ControlHints
  readonly accounts: Set<Address>
  readonly codes: Set<Address>
  readonly links: Set<string>
  /** Accounts that the node says it will come to. */
  readonly guesses: Set<Address>
  hasLogs: boolean
}

type Round = {
  readonly request: WantedState
  readonly codes: readonly Address[]
  /** Accounts that are asked for the first time. */
  readonly fresh: readonly Address[]
}

/** Turns what a reading lacks into questions; an account is asked at first sight for all that any kind of code reads. */
function requestOf({ wants }: ControlReading, progress: Progress): Round {
  const request: WantedState = new Map()
  for (const [account, slots] of wants.slots) request.set(account, new Set(slots))
  const guesses = [...progress.guesses].filter((account) => !progress.accounts.has(account))
  progress.guesses.clear()
  const hasWork = request.size + wants.codes.size > 0
  const fresh = [
    ...new Set([...request.keys(), ...wants.codes, ...(hasWork ? guesses : [])]),
  ].filter((account) => !progress.accounts.has(account) && account !== zeroAddress)
  for (const account of fresh) {
    progress.accounts.add(account)
    request.set(account, new Set([...(request.get(account) ?? []), ...firstSlots]))
  }
  const codes = [...new Set([...fresh, ...wants.codes])].filter(
    (account) => !progress.codes.has(account),
  )
  for (const account of codes) progress.codes.add(account)
  // Links are opened last: the slots that hints name open most of them.
  if (!hasWork) openLinks(wants.links, { request, progress })
  return { request, codes, fresh }
}

function openLinks(
  links: ControlReading['wants']['links'],
  { request, progress }: { readonly request: WantedState; readonly progress: Progress },
): void {
  const open = [...links].flatMap(([account, prefixes]) =>
    prefixes.map((prefix) => ({ account, prefix, id: `${account} ${prefix}` })),
  )
  const untried = open.filter(({ id }) => !progress.links.has(id)).slice(0, mostLinks)
  for (const { account, prefix, id } of untried) {
    progress.links.add(id)
    request.set(account, new Set([...(request.get(account) ?? []), slotUnder(prefix)]))
  }
}

const lists: readonly Hex[] = [
  encodeFunctionData({ abi: multisigWalletAbi, functionName: 'getOwners' }),
  encodeFunctionData({
    abi: safeAbi,
    functionName: 'getModulesPaginated',
    args: ['0x0000000000000000000000000000000000000001', 50n],
  }),
]

/** The questions whose answers save round trips: logs, and the lists of a Safe, of every account that is new. */
function hintCallsOf(accounts: readonly Address[], block: BlockRef): readonly RpcCall[] {
  if (accounts.length === 0) return []
  const tag = { blockHash: block.hash }
  const calls = accounts.flatMap((to) =>
    lists.map((data) => ({ method: 'eth_call', params: [{ to, data }, tag] })),
  )
  return [hintLogCall(accounts, block.number), ...calls]
}

function takeHints(
  answers: readonly RpcAnswer[],
  accounts: readonly Address[],
  progress: Progress,
): void {
  if (answers.length === 0) return
  const [logs, ...owners] = answers
  const hints = hintsOfLogs(logs)
  if (hints === null) progress.hasLogs = false
  else {
    progress.hints = joinControlHints([progress.hints, hints])
    for (const [contract, user] of hints.users) {
      const isAccount = contract !== progress.accountant && BigInt(user) >= 2n ** 32n
      if (isAccount) progress.guesses.add(user)
    }
  }
  for (const [index] of accounts.entries()) {
    for (const answer of owners.slice(index * lists.length, (index + 1) * lists.length)) {
      for (const account of addressesIn(answer)) progress.guesses.add(account)
    }
  }
}

/** The addresses in the answer of a list: words that look like one. */
function addressesIn(answer: RpcAnswer | undefined): readonly Address[] {
  if (answer?.ok !== true || typeof answer.value !== 'string') return []
  const words = answer.value.slice(2, 2 + 64 * mostListed).match(/.{64}/g) ?? []
  return words
    .map((digits): Address => `0x${digits.slice(24).toLowerCase()}`)
    .filter((address) => isAddressText(address) && BigInt(address) > 0xffffffffn)
}

const mostListed = 250
