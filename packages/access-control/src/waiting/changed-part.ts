import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { addressIn } from '../completeness/layout.ts'
import { guardedFunctions, selectors } from '../model/guarded-function.ts'
import type { ControlPart, Selector } from '../model/state.ts'

/** A call of a contract: its function, and the words behind the selector. */
export type DecodedCall = { readonly selector: Selector; readonly words: readonly Hex[] }

/** The part after a function ran that not every contract has. */
export function changedPart(
  part: ControlPart,
  call: DecodedCall,
): ControlPart | 'none' | 'refused' {
  const {
    selector,
    words: [first, second, third],
  } = call
  const isPause = selector === selectors.pause || selector === selectors.unpause
  if ((part.of === 'manager' || part.of === 'teller') && isPause)
    return { ...part, isPaused: selector === selectors.pause }
  if (part.of === 'vault' && selector === setBeforeTransferHook)
    return first === undefined ? 'refused' : { ...part, hook: addressIn(first) }
  if (part.of === 'teller' && selector === setShareLockPeriod)
    return first === undefined ? 'refused' : { ...part, lockSeconds: BigInt(first) }
  if (part.of === 'teller' && selector === updateAssetData)
    return second === undefined ? 'refused' : withAsset(part, addressIn(first!), isTrue(second))
  if (part.of === 'accountant' && selector === setRateProviderData) {
    if (third === undefined) return 'refused'
    return withProvider(part, addressIn(first!), isTrue(second!) ? zeroAddress : addressIn(third))
  }
  if (part.of === 'pauser') return changedPauser(part, call)
  if (part.of !== 'manager' || selector !== selectors.setManageRoot) return 'none'
  if (second === undefined) return 'refused'
  const strategists = part.strategists.filter((strategist) => strategist !== addressIn(first!))
  if (BigInt(second) !== 0n) strategists.push(addressIn(first!))
  return { ...part, strategists }
}

function withAsset(
  part: Extract<ControlPart, { of: 'teller' }>,
  asset: Address,
  isTaken: boolean,
): ControlPart {
  if (part.assets === undefined) return part
  return { ...part, assets: new Map([...part.assets, [asset, isTaken]]) }
}

function withProvider(
  part: Extract<ControlPart, { of: 'accountant' }>,
  asset: Address,
  provider: Address,
): ControlPart {
  if (part.providers === undefined) return part
  const remainder = [...part.providers].filter(([each]) => each !== asset)
  const entries = provider === zeroAddress ? [] : [[asset, provider] as const]
  return { ...part, providers: new Map([...remainder, ...entries]) }
}

function changedPauser(
  part: Extract<ControlPart, { of: 'pauser' }>,
  { selector, words: [first, second] }: DecodedCall,
): ControlPart | 'none' | 'refused' {
  switch (selector) {
    case selectors.addPausable:
      if (first === undefined) return 'refused'
      return { ...part, pausables: [...part.pausables, addressIn(first)] }
    case selectors.removePausable: {
      const { length } = part.pausables
      if (first === undefined || BigInt(first) >= BigInt(length)) return 'refused'
      // The last entry takes the place of the removed one.
      const pausables = part.pausables.with(Number(BigInt(first)), part.pausables[length - 1]!)
      return { ...part, pausables: pausables.slice(0, -1) }
    }
    case selectors.updateSenderToPausable: {
      if (second === undefined) return 'refused'
      const senders = new Map(part.senders)
      if (addressIn(second) === zeroAddress) senders.delete(addressIn(first!))
      else senders.set(addressIn(first!), addressIn(second))
      return { ...part, senders }
    }
    default:
      return 'none'
  }
}

/** Reads a word as a flag. */
export function isTrue(word: Hex): boolean {
  return BigInt(word) !== 0n
}

const setBeforeTransferHook = guardedFunctions.vault['setBeforeTransferHook(address)']
const updateAssetData = guardedFunctions.teller['updateAssetData(address,bool,bool,uint16)']
const setRateProviderData = guardedFunctions.accountant['setRateProviderData(address,bool,address)']
const setShareLockPeriod = guardedFunctions.teller['setShareLockPeriod(uint64)']
