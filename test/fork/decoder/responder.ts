import type { Hex } from '@vaultwright/base'
import { numberToHex } from 'viem'

/** The first word of an answer of the responder, by its place. */
export const responderWordOf = (position: number) => BigInt(0x10000 * (position + 1))

/**
 * Answers any call with twelve words that tell place and argument: each is its place, shifted, and
 * the low 16 bits of the first argument. All of them fit what positions return.
 */
const responder: Hex = `0x${Array.from({ length: 12 }, (_, at) => {
  const place = (0x10000 * (at + 1)).toString(16).padStart(8, '0')
  const slot = (32 * at).toString(16).padStart(4, '0')
  // PUSH1 4, CALLDATALOAD, PUSH2 ffff, AND, PUSH4 place, OR, PUSH2 slot, MSTORE
  return `60043561ffff1663${place}1761${slot}52`
}).join('')}6101806000f3`

/** The list that the lister answers. */
export const listedTokens = [1, 2, 3].map((token) => numberToHex(token, { size: 20 }))

/** Answers any call with a list of three tokens. */
const lister: Hex = `0x${[32, 3, 1, 2, 3]
  .flatMap((word, at) => {
    // PUSH1 word, PUSH1 slot, MSTORE
    return [0x60, word, 0x60, 32 * at, 0x52].map((byte) => byte.toString(16).padStart(2, '0'))
  })
  .join('')}60a06000f3`

/** The code of each contract that decoders read, by the role of its account. */
export const readCode: Readonly<Record<string, Hex>> = {
  positionManager: responder,
  masterChef: responder,
  odosRouter: responder,
  dolomiteMargin: responder,
  recipeMarketHub: responder,
  weirollWallet: responder,
  dvStETH: lister,
}
