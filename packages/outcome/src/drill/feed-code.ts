import type { Address, Hex } from '@vaultwright/base'

/** A getter whose answer is replaced: its selector, and the words that it answers. */
export type FixedAnswer = { readonly selector: Hex; readonly words: readonly bigint[] }

/** PUSH1 0, CALLDATALOAD, PUSH1 224, SHR: the selector. */
const selectorCode = '60003560e01c'

/**
 * Makes code that answers some getters with fixed words and runs other code for everything else, in the account's own
 * storage.
 *
 * @param behind - the account whose code answers everything else.
 */
export function feedCodeOf(answers: readonly FixedAnswer[], behind: Address): Hex {
  // DUP1, PUSH4 selector, EQ, PUSH2 place, JUMPI: 11 bytes a getter.
  const dispatchEnd = selectorCode.length / 2 + 11 * answers.length
  const forward = forwardCodeOf(behind, dispatchEnd)
  let place = dispatchEnd + forward.length / 2
  const bodies = answers.map(({ words }) => bodyOf(words))
  const dispatch = answers.map(({ selector }, index) => {
    const jump = `8063${selector.slice(2)}1461${hexOf(place, 2)}57`
    place += bodies[index]!.length / 2
    return jump
  })
  return `0x${selectorCode}${dispatch.join('')}${forward}${bodies.join('')}`
}

/** Copies the calldata, makes a DELEGATECALL with it, and returns or reverts with what comes back. */
function forwardCodeOf(behind: Address, start: number): string {
  const call = `3660006000376000600036600073${behind.slice(2).toLowerCase()}5af4`
  const copy = '3d600060003e'
  const revert = '3d6000fd'
  // The jump itself is PUSH2 and JUMPI, 4 bytes.
  const place = start + (call.length + copy.length + revert.length) / 2 + 4
  return `${call}${copy}61${hexOf(place, 2)}57${revert}5b3d6000f3`
}

/** JUMPDEST, a PUSH32 and MSTORE a word, RETURN. */
function bodyOf(words: readonly bigint[]): string {
  const stores = words.map(
    (word, index) => `7f${hexOf(BigInt.asUintN(256, word), 32)}61${hexOf(32 * index, 2)}52`,
  )
  return `5b${stores.join('')}61${hexOf(32 * words.length, 2)}6000f3`
}

function hexOf(value: number | bigint, bytes: number): string {
  return value.toString(16).padStart(2 * bytes, '0')
}
