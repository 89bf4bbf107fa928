import { type Address, BaseError, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import type { BlockRef, EthCall, EthCallResult } from '@vaultwright/outcome'
import { multisigWalletAbi, safeAbi } from '@vaultwright/registry'
import { type SafeAccountState, safeListEnd, safeSlots } from '@vaultwright/safe'
import { type Abi, decodeFunctionResult, encodeFunctionData } from 'viem'
import type { Chain } from '../port/chain.ts'

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
  let start = safeListEnd
  for (let page = 0; page < maxModulePages; page++) {
    const call = callOf(safe, 'getModulesPaginated', [start, modulesAtOnce])
    const [answer] = await chain.readCalls([call], block)
    const [list, next] = resultOf(answer, 'getModulesPaginated', { safe, block }) as readonly [
      readonly Address[],
      Address,
    ]
    modules.push(...list)
    if (isSameAddress(next, safeListEnd) || isSameAddress(next, zeroAddress)) return modules
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
