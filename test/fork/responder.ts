import type { Hex } from '@vaultwright/base'

/** The first word of an answer of the responder, by its place. */
export const responderWordOf = (position: number) => BigInt(0x10000 * (position + 1))

/**
 * Answers any call with twelve words that tell place and argument: each is its place, shifted, and
 * the low 16 bits of the first argument. All of them fit what positions return.
 */
export const responder: Hex = `0x${Array.from({ length: 12 }, (_, at) => {
  const place = (0x10000 * (at + 1)).toString(16).padStart(8, '0')
  const slot = (32 * at).toString(16).padStart(4, '0')
  // PUSH1 4, CALLDATALOAD, PUSH2 ffff, AND, PUSH4 place, OR, PUSH2 slot, MSTORE
  return `60043561ffff1663${place}1761${slot}52`
}).join('')}6101806000f3`
