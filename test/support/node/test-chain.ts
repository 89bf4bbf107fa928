import type { Address, Hex } from '@vaultwright/base'
import type { ChainLog, Rpc } from '@vaultwright/chain'
import { mappingKeyOf } from '@vaultwright/proof'
import { stringToHex } from 'viem'
import {
  blockNumberCode,
  callerCode,
  constantCode,
  loggingCode,
  mappingCode,
  multicallCode,
  revertingCode,
} from './test-chain-code.ts'

/** The state of the chain that reads are tested on. */
export type TestChainState = {
  readonly genesisUnix: bigint
  readonly head: bigint
  /** Blocks in which the logging contract was called, and the topics it logged. */
  readonly logged: readonly { readonly block: bigint; readonly topic: Hex }[]
  /** From this block on the root is set; the block before it is of no use, since its state was edited. */
  readonly rootFrom: bigint
}

export const testChainId = 31337
/** Arguments of Anvil for the test chain. */
export const testChainArguments = ['--timestamp', '1700000000']

export const accounts = {
  blockNumber: '0x1000000000000000000000000000000000000001',
  caller: '0x1000000000000000000000000000000000000002',
  reverting: '0x1000000000000000000000000000000000000003',
  logging: '0x1000000000000000000000000000000000000004',
  manager: '0x1000000000000000000000000000000000000005',
  token: '0x1000000000000000000000000000000000000006',
  oldToken: '0x1000000000000000000000000000000000000007',
  mute: '0x1000000000000000000000000000000000000008',
  unused: '0x1000000000000000000000000000000000000009',
  rich: '0x100000000000000000000000000000000000000A',
  strategist: '0x100000000000000000000000000000000000000b',
  multicall: '0xcA11bde05977b3631167028862bE2a173976CA11',
} as const satisfies Record<string, Address>

export const root: Hex = `0x${'5a'.repeat(32)}`
export const rootSlot = 3
export const richWei = 123456789012345678901n
export const tokenBalance = 987654321n

const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const genesisUnix = 1_700_000_000n
const wordOf = (value: bigint | number): Hex => `0x${value.toString(16).padStart(64, '0')}`

/** One question that must not be refused. */
export async function askRpc(rpc: Rpc, method: string, ...params: unknown[]): Promise<unknown> {
  const [answer] = await rpc.ask([{ method, params }])
  if (answer?.ok !== true) throw new Error(`${method}: ${answer?.error.message}`)
  return answer.value
}

/** Sends calldata to an account, waits until it is mined, and says in which block. */
export async function send(rpc: Rpc, to: Address, data: Hex): Promise<bigint> {
  const transaction = { from: sender, to, data, gas: '0x186a0' }
  const receipt = await askRpc(rpc, 'eth_sendTransactionSync', transaction)
  return BigInt((receipt as { blockNumber: Hex }).blockNumber)
}

/**
 * Deploys the contracts of the tests on a fresh Anvil.
 *
 * @param rpc - a node that was started with `sceneArguments`.
 * @param options - whether Multicall3 is there.
 */
export async function setUpTestChain(
  rpc: Rpc,
  { withMulticall }: { readonly withMulticall: boolean },
): Promise<TestChainState> {
  const text = `0x${wordOf(32).slice(2)}${wordOf(4).slice(2)}${stringToHex('TST€', { size: 32 }).slice(2)}`
  const symbolWord = stringToHex('MKR', { size: 32 })
  const balanceOf = { '0x70a08231': wordOf(tokenBalance) } as const
  const code: readonly (readonly [Address, Hex])[] = [
    [accounts.blockNumber, blockNumberCode],
    [accounts.caller, callerCode],
    [accounts.reverting, revertingCode],
    [accounts.logging, loggingCode],
    [accounts.manager, mappingCode(rootSlot)],
    [
      accounts.token,
      constantCode({
        '0x95d89b41': text.replace(wordOf(4).slice(2), wordOf(6).slice(2)) as Hex,
        '0x313ce567': wordOf(6),
        ...balanceOf,
      }),
    ],
    [accounts.oldToken, constantCode({ '0x95d89b41': symbolWord, '0x313ce567': wordOf(18) })],
    [accounts.mute, constantCode(balanceOf)],
    ...(withMulticall ? [[accounts.multicall, multicallCode()] as const] : []),
  ]
  for (const [address, bytes] of code) await askRpc(rpc, 'anvil_setCode', address, bytes)
  await askRpc(rpc, 'anvil_setBalance', accounts.rich, `0x${richWei.toString(16)}`)
  await askRpc(rpc, 'anvil_mine', '0x5', '0xc')
  const logged: { block: bigint; topic: Hex }[] = []
  for (let index = 0; index < 12; index++) {
    const topic = wordOf(index % 3)
    logged.push({ block: await send(rpc, accounts.logging, topic), topic })
    await askRpc(rpc, 'anvil_mine', `0x${(index * 5 + 1).toString(16)}`, '0x1f')
  }
  const key = mappingKeyOf(accounts.strategist, BigInt(rootSlot))
  await askRpc(rpc, 'anvil_setStorageAt', accounts.manager, key, root)
  await askRpc(rpc, 'anvil_mine', '0x2', '0xc')
  const head = BigInt(String(await askRpc(rpc, 'eth_blockNumber')))
  return { genesisUnix, head, logged, rootFrom: head - 1n }
}

/** Block and first topic of a log. */
export function briefOf({ blockNumber, topics }: ChainLog): { block: bigint; topic: Hex } {
  return { block: blockNumber, topic: topics[0]! }
}
