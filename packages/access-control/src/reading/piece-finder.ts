import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import type { ProvenState } from '@vaultwright/proof'
import type { PinnedCode } from '../code/pinned-code.ts'
import { type RecognisedCode, recogniseCode } from '../code/recognise-code.ts'
import { explainStorage, maxPrefixLength } from '../completeness/explain.ts'
import { addressIn, proxySlots, wordAt } from '../completeness/layout.ts'
import type { ControlCompleteness, ControlWants } from './request.ts'

/** Reads pieces of a proven state, and notes those that are not there. */
export type PieceFinder = {
  /** Null if it is not there. */
  readonly word: (address: Address, slot: Hex | bigint) => Hex | null
  readonly number: (address: Address, slot: Hex | bigint) => bigint | null
  readonly address: (address: Address, slot: Hex | bigint) => Address | null
  /** The code of an account: empty of a key, null if it is not there. */
  readonly code: (address: Address) => Uint8Array | null
  /** Holds a whole storage against slots that are named; null if nothing of it is there. */
  readonly explain: (address: Address, slots: readonly Hex[]) => ControlCompleteness | null
  readonly nonce: (address: Address) => bigint | null
  /** The number of the block. */
  readonly block: bigint
  readonly recognise: (code: Uint8Array) => RecognisedCode | null
  readonly wants: () => ControlWants
}

/** Opens a finder on a state. @throws {StateProofError} from every read of a piece that does not belong. */
export function openPieceFinder(
  state: ProvenState,
  pinned: readonly PinnedCode[] = [],
): PieceFinder {
  const slots = new Map<Address, Set<Hex>>()
  const codes = new Set<Address>()
  const links = new Map<Address, readonly string[]>()
  const want = (address: Address, slot?: Hex): null => {
    const list = slots.get(address) ?? new Set<Hex>()
    slots.set(address, slot === undefined ? list : list.add(slot))
    return null
  }

  const word = (address: Address, place: Hex | bigint): Hex | null => {
    const slot = typeof place === 'bigint' ? wordAt(place) : place
    return state.slot(address, slot) ?? want(address, slot)
  }
  const numberOf = (found: Hex | null) => (found === null ? null : BigInt(found))

  return {
    word,
    number: (address, slot) => numberOf(word(address, slot)),
    address: (address, slot) => {
      const content = word(address, slot)
      return content === null ? null : addressIn(content)
    },
    nonce: (address) => {
      const account = state.account(address)
      return account === undefined ? want(address) : (account?.nonce ?? 0n)
    },
    code: (address) => {
      if (address === zeroAddress) return new Uint8Array(0)
      const account = state.account(address)
      if (account === undefined) {
        codes.add(address)
        return want(address)
      }
      if (account === null) return new Uint8Array(0)
      const code = state.code(account.codeHash)
      if (code !== undefined) return code
      codes.add(address)
      return null
    },
    explain: (address, named) => {
      // Behind a proxy its own two slots stand beside those of the code.
      const names = [...named, ...Object.values(proxySlots)]
      // The slots lead to the nodes: without them every link would be open.
      const missing = names.filter((slot) => word(address, slot) === null)
      const whole = state.storage(address)
      if (whole === undefined || missing.length > 0) return null
      const { isComplete, unexplained, open } = explainStorage(whole, names)
      const short = open
        .map(({ prefix }) => prefix)
        .filter(({ length }) => length <= maxPrefixLength)
      if (short.length > 0) links.set(address, short)
      return {
        contract: address,
        isComplete,
        unexplained: unexplained.length,
        open: open.length,
      }
    },
    block: state.header.number,
    recognise: (code) => recogniseCode(code, pinned),
    wants: () => ({ slots, codes, links }),
  }
}
