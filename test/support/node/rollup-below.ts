import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import { type Anvil, type Chain, openChain } from '@vaultwright/chain'
import { type FinalHeader, rollupSlots } from '@vaultwright/finality'
import { keccak256 } from '@vaultwright/merkle'
import { rollupAnchorOf } from '@vaultwright/registry'

const registry: Address = '0x00000000000000000000000000000000000a5501'
const game: Address = '0x00000000000000000000000000000000000a5502'
const word = (value: number | bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const digits = (hex: string) => hex.slice(2)
const hashOf = (...words: readonly Hex[]): Hex =>
  printHex(keccak256(parseHex(`0x${words.map(digits).join('')}`)))

/** Asks a node one question. */
export async function ask(anvil: Anvil, method: string, ...params: readonly unknown[]) {
  const [answer] = await anvil.rpc.ask([{ method, params: [...params] }])
  if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
  return answer.value
}

type ConfirmedHeader = {
  readonly hash: Hex
  readonly number: Hex
  readonly stateRoot: Hex
  readonly withdrawalsRoot: Hex
}

/**
 * Writes into the slots of an OP Stack chain's contracts, as they are deployed, that a block of it is confirmed.
 *
 * @param clone - the code of the dispute game; null for a chain whose registry has its starting root yet.
 */
export async function confirmOutput(
  below: Anvil,
  { chainId, header }: { readonly chainId: number; readonly header: ConfirmedHeader },
  clone: ((rootClaim: Hex, extraData: Hex) => Hex) | null,
): Promise<void> {
  const { contract } = rollupAnchorOf(chainId)!
  const claim = hashOf(word(0), header.stateRoot, header.withdrawalsRoot, header.hash)
  const set = (account: Address, slot: Hex, value: Hex) =>
    ask(below, 'anvil_setStorageAt', account, slot, value)
  await set(contract, rollupSlots.registry, word(BigInt(registry)))
  if (clone === null) {
    await set(registry, rollupSlots.startingRoot, claim)
    await set(registry, rollupSlots.startingBlock, word(BigInt(header.number)))
  } else {
    await set(registry, rollupSlots.game, word(BigInt(game)))
    await ask(below, 'anvil_setCode', game, clone(claim, word(BigInt(header.number))))
  }
  await ask(below, 'anvil_mine', '0x1')
}

/** The code of a clone with immutable arguments: code, arguments, and the length of arguments and itself. */
export function gameCode(rootClaim: Hex, extraData: Hex): Hex {
  const args = `${'c0'.repeat(20)}${digits(rootClaim)}${'e1'.repeat(32)}${digits(extraData)}`
  return `0x${'3d'.repeat(60)}${args}${(args.length / 2 + 2).toString(16).padStart(4, '0')}`
}

/** A state of Arbitrum after an assertion, as the event of its creation has it. */
export const afterState = {
  sendRoot: word(0xa1),
  batch: 77n,
  positionInBatch: 3n,
  machineStatus: 1n,
  endHistoryRoot: word(0),
  parentAssertion: word(0xb2),
  inboxAccumulator: word(0xc3),
} as const

/** Computes the hash of the assertion of a block. */
export function assertionOf(blockHash: Hex): Hex {
  const { sendRoot, batch, positionInBatch, machineStatus, endHistoryRoot } = afterState
  const numbers = [batch, positionInBatch, machineStatus].map(word)
  const state = hashOf(blockHash, sendRoot, ...numbers, endHistoryRoot)
  return hashOf(afterState.parentAssertion, state, afterState.inboxAccumulator)
}

/** Makes the log by which Arbitrum's rollup contract names the assertion of a block: what went before it is zero. */
export function assertionLogOf(blockHash: Hex) {
  const { sendRoot, batch, positionInBatch, machineStatus, endHistoryRoot } = afterState
  const numbers = [batch, positionInBatch, machineStatus].map(word)
  const state = [blockHash, sendRoot, ...numbers, endHistoryRoot, afterState.inboxAccumulator]
  const words = [...Array.from({ length: 13 }, () => word(0)), ...state]
  const data = `0x${words.map((each) => each.slice(2)).join('')}` as const
  return { data, topics: [word(0), assertionOf(blockHash), afterState.parentAssertion] }
}

/** Writes into the slot of Arbitrum's rollup contract that a block is confirmed. */
export async function confirmAssertion(
  below: Anvil,
  chainId: number,
  blockHash: Hex,
): Promise<void> {
  const { contract } = rollupAnchorOf(chainId)!
  await ask(
    below,
    'anvil_setStorageAt',
    contract,
    rollupSlots.latestConfirmed,
    assertionOf(blockHash),
  )
  await ask(below, 'anvil_mine', '0x1')
}

/** The newest block of a node as a final one. */
export async function finalOf(anvil: Anvil): Promise<FinalHeader> {
  const { number, hash, stateRoot, timestamp } = (await ask(
    anvil,
    'eth_getBlockByNumber',
    'latest',
    false,
  )) as Readonly<Record<string, Hex>>
  const block = { number: BigInt(number!), hash: hash!, stateRoot: stateRoot! }
  return { slot: 1n, root: word(1), timestamp: BigInt(timestamp!), block }
}

/** Opens a node as a chain. */
export function chainOn(anvil: Anvil, id: number): Promise<Chain> {
  return openChain(anvil.rpc, { id })
}
