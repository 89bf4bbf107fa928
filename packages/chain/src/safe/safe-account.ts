import { type Address, BaseError, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import type { BlockRef, EthCall, EthCallResult } from '@vaultwright/outcome'
import { multisigWalletAbi, safeAbi } from '@vaultwright/registry'
import type { SafeAccountState } from '@vaultwright/safe'
import { type Abi, decodeFunctionResult, encodeFunctionData } from 'viem'
import type { Chain } from '../port/chain.ts'

/**
 * Slots of what a Safe keeps beside its lists.
 *
 * Source: SafeStorage, GuardManager, ModuleManager, FallbackManager; each slot but the first is the hash of its name.
 */
export const safeSlots = {
  singleton: `0x${'0'.repeat(64)}`,
  guard: '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
  moduleGuard: '0xb104e0b93118902c651344349b610029d694cfdec91c589c91ebafbcd0289947',
  fallbackHandler: '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5',
} as const satisfies Readonly<Record<string, Hex>>

/** The account before the first and behind the last entry of a Safe's lists. */
export const listEnd: Address = '0x0000000000000000000000000000000000000001'
const modulesAtOnce = 50n
const maxModulePages = 20

/**
 * Reads a Safe at one block: version, nonce, owners, threshold, modules, guards and code.
 *
 * @throws {NotSafeError} when the account does not answer as a Safe from 1.3.0 on does.
 */
export async function readSafeAccount(
  chain: Chain,
  safe: Address,
  block: BlockRef,
): Promise<SafeAccountState> {
  const slots = Object.values(safeSlots)
  const calls = [
    callOf(safe, 'VERSION'),
    callOf(safe, 'nonce'),
    callOf(safe, 'getThreshold'),
    callOf(safe, 'getOwners'),
    ...slots.map((slot) => callOf(safe, 'getStorageAt', [BigInt(slot), 1n])),
  ]
  const answers = await chain.readCalls(calls, block)
  const result = (index: number, name: string) => resultOf(answers[index], name, { safe, block })
  const version = result(0, 'VERSION') as string
  const words = slots.map((_, index) => addressIn(result(4 + index, 'getStorageAt') as Hex))
  const [singleton, guard, moduleGuard, fallbackHandler] = words
  const threshold = result(2, 'getThreshold') as bigint
  const owners = result(3, 'getOwners') as readonly Address[]
  if (threshold === 0n || threshold > BigInt(owners.length)) throw new NotSafeError(safe, block)
  return {
    safe,
    chainId: chain.id,
    version,
    nonce: result(1, 'nonce') as bigint,
    threshold: Number(threshold),
    owners,
    modules: await readModules(chain, safe, block),
    singleton: singleton!,
    guard: guard!,
    moduleGuard: moduleGuard!,
    fallbackHandler: fallbackHandler!,
    blockNumber: block.number,
    blockHash: block.hash,
  }
}

/** Reads every module, page by page: up to 1.3.0 the start of the next page is on neither page. */
async function readModules(
  chain: Chain,
  safe: Address,
  block: BlockRef,
): Promise<readonly Address[]> {
  const modules: Address[] = []
  let start = listEnd
  for (let page = 0; page < maxModulePages; page++) {
    const call = callOf(safe, 'getModulesPaginated', [start, modulesAtOnce])
    const [answer] = await chain.readCalls([call], block)
    const [list, next] = resultOf(answer, 'getModulesPaginated', { safe, block }) as readonly [
      readonly Address[],
      Address,
    ]
    modules.push(...list)
    if (isSameAddress(next, listEnd) || isSameAddress(next, zeroAddress)) return modules
    if (!modules.some((module) => isSameAddress(module, next))) modules.push(next)
    start = next
  }
  throw new NotSafeError(safe, block)
}

const abi: Abi = [...multisigWalletAbi, ...safeAbi]

function callOf(safe: Address, functionName: string, args: readonly unknown[] = []): EthCall {
  return { to: safe, data: encodeFunctionData({ abi, functionName, args }) }
}

function resultOf(
  answer: EthCallResult | undefined,
  functionName: string,
  { safe, block }: { readonly safe: Address; readonly block: BlockRef },
): unknown {
  if (answer?.ok !== true) throw new NotSafeError(safe, block)
  try {
    return decodeFunctionResult({ abi, functionName, data: answer.data })
  } catch (cause) {
    throw new NotSafeError(safe, block, cause)
  }
}

function addressIn(word: Hex): Address {
  return checksumOf(`0x${word.slice(-40)}`)
}

/** An account does not answer as a Safe does. */
class NotSafeError extends BaseError {
  override readonly code = 'not_a_safe'
  override readonly kind = 'unsupported'

  constructor(safe: Address, block: BlockRef, cause?: unknown) {
    super({
      message: `${safe} does not answer as a Safe from 1.3.0 on at block ${block.number}. Give the address of a Safe on this chain.`,
      facts: { safe, block: String(block.number) },
      cause,
    })
  }
}
